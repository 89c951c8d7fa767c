import { cleanLine, isoTime, LIMITS, SallyportError } from '../../core/index.js';
import { extract, extractDocument } from '../../extract/index.js';
import type { GuardedResponse } from '../../jail/contract.js';
import type { LocalDocument } from '../../store/contract.js';
import { sha256 } from '../canonical.js';
import type { Ran, RunDeps } from '../tool.js';
import type { FetchAnswer, FetchArgs } from './fetch-answer.js';

const DECLARATIONS = 'text/x-typescript-declaration';

/** Reads one address of the web through the jail. Throws `http_status`, `blocked_by_site` and what jail and reader throw. */
export async function readWeb(
  args: FetchArgs,
  url: string,
  { app, dial, signal, context }: RunDeps,
): Promise<Ran<FetchAnswer>> {
  const started = app.clock();
  const { settings } = app;
  // The operator's own figure is the ceiling; where the operator is silent, anybody may ask for up to the built-in one.
  const ceiling =
    app.config.origins['fetch.timeoutSeconds'] === undefined
      ? LIMITS.exchangeCeilingMs / 1000
      : settings.fetch.timeoutSeconds;
  const timeoutS = Math.min(args.timeout_s ?? settings.fetch.timeoutSeconds, ceiling);
  const maxBytes = Math.min(args.max_bytes ?? settings.fetch.maxBytes, settings.fetch.maxBytes);
  const left = (): number => Math.max(1, timeoutS * 1000 - (app.clock() - started));
  context.onProgress?.({ stage: 'fetch', message: `fetching ${new URL(url).host}` });
  const response = await dial({ maxBytes, timeoutMs: left() });
  const notes: string[] = [];
  refuseFailure(response);
  context.onProgress?.({ stage: 'read', message: `reading ${response.body.byteLength} bytes` });
  const page = await extractDocument(response.body, {
    url: response.finalUrl,
    ...(response.headers['content-type'] === undefined ? {} : { contentType: response.headers['content-type'] }),
    format: args.format,
    timeoutMs: left(),
    signal,
  });
  if (page.quality.reasons.includes('challenge')) throw blocked(response, 'the page is a challenge, not the content');
  if (args.timeout_s !== undefined && args.timeout_s > ceiling)
    notes.push(`timeout_s was lowered to ${ceiling}, the operator's limit`);
  if (args.max_bytes !== undefined && args.max_bytes > maxBytes)
    notes.push(`max_bytes was lowered to ${maxBytes}, the operator's limit`);
  if (response.guard === 'proxy')
    notes.push("fetched through the operator's proxy, which is the guard for this answer");
  const answer: FetchAnswer = {
    url,
    finalUrl: response.finalUrl,
    redirects: response.redirects,
    status: response.status,
    fetchedAt: isoTime(app.clock),
    bytes: response.body.byteLength,
    contentSha256: sha256(response.body),
    origin: 'web',
    page,
    notes: [...notes, ...response.notes],
    bodyTruncated: response.truncated,
  };
  return {
    answer,
    url,
    finalUrl: response.finalUrl,
    origin: 'web',
    body: response.body,
    meta: {
      url,
      finalUrl: response.finalUrl,
      status: response.status,
      redirects: response.redirects,
      headers: keptHeaders(response.headers),
      peer: response.peer,
      extractor: page.extractor,
      quality: page.quality,
      bytes: response.body.byteLength,
    },
    memorable: false,
  };
}

/** A document of the local index under its own address: read from disk once, never from the network. */
export async function readLocal(
  args: FetchArgs,
  document: LocalDocument,
  { app, signal }: RunDeps,
): Promise<Ran<FetchAnswer>> {
  // The documentation inside a declaration file is read as the index read it: Markdown, one section for each symbol.
  const declarations = document.contentType === DECLARATIONS;
  const page = await extractDocument(declarations ? document.text : document.body, {
    url: document.url,
    contentType: declarations ? 'text/markdown' : document.contentType,
    format: args.format,
    signal,
  });
  const answer: FetchAnswer = {
    url: document.url,
    finalUrl: document.url,
    redirects: [],
    status: null,
    fetchedAt: document.indexedAt,
    bytes: document.body.byteLength,
    contentSha256: document.sha256,
    origin: 'local',
    page: page.title === null || declarations ? { ...page, title: document.title } : page,
    notes: [
      `from the local index (${document.collection}): nothing was dialled`,
      ...(declarations ? ['the documentation of the declarations in this file; the code itself is left out'] : []),
    ],
    bodyTruncated: false,
  };
  return {
    answer,
    url: document.url,
    finalUrl: document.url,
    origin: 'local',
    body: document.body,
    meta: {
      url: document.url,
      origin: 'local',
      collection: document.collection,
      extractor: page.extractor,
      quality: page.quality,
      bytes: answer.bytes,
      readAt: isoTime(app.clock),
    },
    memorable: false,
  };
}

const KEPT = [
  'content-type',
  'content-language',
  'last-modified',
  'etag',
  'date',
  'age',
  'cache-control',
  'server',
  'retry-after',
  'link',
];

function keptHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(KEPT.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
}

function refuseFailure(response: GuardedResponse): void {
  if (response.challenge) throw blocked(response, response.challenge);
  if (response.status >= 200 && response.status < 300) return;
  const after = response.retryAfterSeconds ?? 0;
  throw new SallyportError('http_status', `The server answered ${response.status} for ${response.finalUrl}.`, {
    hint:
      STATUS_HINTS[response.status] ??
      (response.status >= 500
        ? 'The server failed; try again later or use another source.'
        : 'Check the address, or use another source.'),
    retryable: response.status === 429 || response.status >= 500,
    ...(after > 0 ? { retryAfterSeconds: after } : {}),
    facts: {
      status: response.status,
      finalUrl: response.finalUrl,
      redirects: response.redirects,
      excerpt: excerpt(response),
    },
  });
}

const STATUS_HINTS: Readonly<Record<number, string>> = {
  401: 'The page wants a login.',
  403: 'The site refuses this client; use another source.',
  404: 'There is no such page; check the address or search for it.',
  410: 'The page is gone; search for where its content went.',
  429: 'The site asks for fewer requests; wait before trying again.',
};

function blocked(response: GuardedResponse, why: string): SallyportError {
  return new SallyportError('blocked_by_site', `The site did not give the page to this client: ${why}.`, {
    hint: 'Use another source; Sallyport does not disguise itself to get past a challenge.',
    facts: { status: response.status, finalUrl: response.finalUrl },
  });
}

/** A few words of an error page, for programs only. */
function excerpt(response: GuardedResponse): string {
  if (!/^(text\/|application\/(json|xhtml|xml|problem))/.test(response.headers['content-type'] ?? '')) return '';
  const page = extract(response.body.subarray(0, 64 * 1024), {
    url: response.finalUrl,
    contentType: response.headers['content-type'] ?? '',
    format: 'text',
  });
  return cleanLine(page.text, 200);
}
