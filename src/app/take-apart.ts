import type { ErrorCode, Failure, Page, PageFormat } from '../core/index.js';
import { cleanText, SallyportError } from '../core/index.js';
import { checkUrl } from '../jail/check-url.js';
import { type SecretFinding, scanForSecrets } from '../policy/index.js';
import { type App, networkPolicy } from './app.js';
import { sha256 } from './canonical.js';

export interface ExtractAbout {
  url: string | undefined;
  contentType: string | undefined;
  format: string | undefined;
  trace: boolean;
  timeoutMs: number;
  signal: AbortSignal;
  /** File name, whose extension says what it is where nothing else does; null for standard input. */
  path: string | null;
}

const FORMATS: readonly PageFormat[] = ['markdown', 'text', 'html'];

/** The reader alone, on bytes at hand. Throws `invalid_input`, `unsupported_type`, `extract_failed` or `timeout`. */
export async function extractBytes(
  bytes: Uint8Array,
  about: ExtractAbout,
): Promise<{ page: Page; data: object; shown: string }> {
  const format = FORMATS.find((known) => known === (about.format ?? 'markdown'));
  if (format === undefined) {
    throw new SallyportError(
      'invalid_input',
      `--format is ${FORMATS.join(', ')}, not ${JSON.stringify(about.format)}.`,
    );
  }
  const { extractDocument } = await import('../extract/index.js');
  const name = about.path?.split('/').pop();
  const url = about.url ?? (name === undefined ? undefined : `file:///${encodeURIComponent(name)}`);
  const page = await extractDocument(bytes, {
    ...(url === undefined ? {} : { url }),
    ...(about.contentType === undefined ? {} : { contentType: about.contentType }),
    format,
    trace: about.trace,
    timeoutMs: about.timeoutMs,
    signal: about.signal,
  });
  const text = cleanText(page.text, { keepNewlines: true, inCode: true });
  return { page, data: { ...page, text, bytes: bytes.byteLength, contentSha256: sha256(bytes) }, shown: text };
}

export type CheckResult =
  | { ok: true; url: string; verdict: 'allow'; rule: string; addresses?: string[] }
  | { ok: false; url: string; verdict: 'refuse'; rule: string; error: Failure };

/** The jail's verdict on an address: on its text, and on its DNS answers where `resolve` is set. */
export async function checkAddressOf(
  app: App,
  url: string,
  options: { resolve: boolean; signal: AbortSignal },
): Promise<CheckResult> {
  const refuse = (code: ErrorCode, rule: string, message: string, hint: string): CheckResult => ({
    ok: false,
    url,
    verdict: 'refuse',
    rule,
    error: new SallyportError(code, message, { hint, rule }).toFailure(),
  });
  const verdict = options.resolve
    ? await (await app.jail()).check(url, options)
    : checkUrl(url, networkPolicy(app.settings));
  if (verdict.verdict === 'refuse') return refuse(verdict.code, verdict.rule, verdict.reason, verdict.hint);
  const addresses = (verdict as { addresses?: string[] }).addresses;
  return {
    ok: true,
    url: verdict.url,
    verdict: 'allow',
    rule: verdict.rule,
    ...(addresses === undefined ? {} : { addresses }),
  };
}

/** The secret check alone. */
export function scanText(app: App, text: string): SecretFinding[] {
  return scanForSecrets(text, { ownKeys: app.ownKeys() });
}
