import { cleanText } from '../../core/index.js';
import type { SecretFinding } from '../contract.js';
import { assignedSecrets } from './assignments.js';
import { decodings } from './decode.js';
import { highEntropyTokens } from './high-entropy.js';
import { maskSecret } from './mask.js';
import { ownValues } from './own-values.js';
import { shapedSecrets } from './shapes.js';
import { formattedTokens } from './token-formats.js';

export interface SecretOptions {
  /** The product's own keys: found in any part of twelve characters. */
  ownKeys?: readonly string[];
  /** Values of the environment variables that the operator marked secret. */
  marked?: readonly string[];
}

/** What a call would send. */
export interface CallParts {
  query?: string;
  url?: string;
  headers?: Readonly<Record<string, string>>;
  args?: Readonly<Record<string, unknown>>;
}

// Percent-encoded base64 of a percent-encoded key is three deep; nobody reads more by chance.
const DEPTH = 3;

/**
 * Secrets in a text: keys by their format, private keys, tokens, `.env` lines, connection strings, the product's own
 * keys, values marked secret, and random tokens that nothing explains; as they stand and decoded from percent, base64
 * and hex. Empty when nothing was found. Offsets are UTF-16 units of `text`; a decoded finding covers its encoded form.
 */
export function scanForSecrets(text: string, options: SecretOptions = {}): SecretFinding[] {
  const findings = scanView(text, options, 'none', DEPTH);
  if (findings.length > 0) return withoutOverlaps(findings);
  // Characters that draw nothing may cut a key into pieces that no rule knows.
  const clean = cleanText(text, { keepNewlines: true });
  const first = clean === text ? undefined : scanView(clean, options, 'none', DEPTH)[0];
  return first === undefined ? [] : [{ ...first, start: 0, end: text.length }];
}

/** Secrets anywhere in what a call would send; offsets are in the part that each was found in. */
export function scanCall(call: CallParts, options: SecretOptions = {}): SecretFinding[] {
  const texts = new Set<string>();
  if (call.query !== undefined) texts.add(call.query);
  if (call.url !== undefined) texts.add(call.url);
  for (const [name, value] of Object.entries(call.headers ?? {})) texts.add(`${name}: ${value}`);
  collectStrings(call.args, texts);
  return [...texts].flatMap((text) => scanForSecrets(text, options));
}

function collectStrings(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value);
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) collectStrings(inner, into);
}

function scanView(text: string, options: SecretOptions, how: SecretFinding['decoded'], depth: number): SecretFinding[] {
  const findings: SecretFinding[] = [];
  const add = (found: { kind: string; start: number; end: number }): void => {
    findings.push({ ...found, masked: maskSecret(text.slice(found.start, found.end)), decoded: how });
  };
  for (const found of ownValues(text, options.ownKeys ?? [], 'own-key')) add(found);
  for (const found of ownValues(text, options.marked ?? [], 'marked-value')) add(found);
  for (const found of formattedTokens(text)) add(found);
  for (const found of shapedSecrets(text)) add(found);
  for (const found of assignedSecrets(text)) add(found);
  if (findings.length === 0 && how !== 'base64' && how !== 'hex')
    for (const found of highEntropyTokens(text)) add(found);
  if (depth === 0) return findings;
  for (const part of decodings(text)) {
    for (const inner of scanView(part.text, options, part.how, depth - 1)) {
      findings.push({
        kind: inner.kind,
        start: part.start,
        end: part.end,
        masked: inner.masked,
        decoded: inner.decoded === 'none' ? part.how : inner.decoded,
      });
    }
  }
  return findings;
}

/** One finding for one place: what was found first (the more certain rule) stands. */
function withoutOverlaps(findings: readonly SecretFinding[]): SecretFinding[] {
  const kept: SecretFinding[] = [];
  for (const finding of findings) {
    if (!kept.some((other) => finding.start < other.end && other.start < finding.end)) kept.push(finding);
  }
  return kept.sort((a, b) => a.start - b.start);
}
