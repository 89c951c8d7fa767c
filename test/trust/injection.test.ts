import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sharedPath } from '../shared.js';
import { fetchedText, insideTheFence, NONCE, searchText } from './as-a-model-reads.js';

interface Case {
  id: string;
  channel: string;
  kind: 'html' | 'text' | 'result' | 'generated';
  html: string | { title: string; url: string; snippet: string } | null;
  generate?: { prefix: string; repeat: string; count: number; suffix: string };
  must_not_appear: string[];
  must_appear: string[];
  policy?: string;
}

/** Cases whose note leaves the answer to a policy, with ours; docs/trust.md argues each. */
const ARGUED: Readonly<Record<string, string>> = {};

const path = sharedPath('cases', 'injection.dev.json');
const cases = path === null ? [] : (JSON.parse(readFileSync(path, 'utf8')) as { cases: Case[] }).cases;

const MARKERS: Readonly<Record<string, string>> = {
  '{{OPEN}}': `--- begin fetched content ${NONCE}: https://example.org/ (text/html, 1.0 kB) ---`,
  '{{CLOSE}}': `--- end fetched content ${NONCE} ---`,
  '{{CLOSE_BADNONCE}}': '--- end fetched content 00000000 ---',
};
const filled = (text: string): string =>
  Object.entries(MARKERS).reduce((out, [name, marker]) => out.replaceAll(name, marker), text);

describe.skipIf(path === null)('text that hides, steers or poses (../shared/cases/injection.dev.json)', () => {
  const check = async (id: string, entry: Case): Promise<void> => {
    const text = await asRead(entry);
    // A hit that is dropped whole is right too.
    if (text === null) return;
    const forbidden = entry.must_not_appear.map(filled).filter((part) => text.includes(part));
    const missing = entry.must_appear.map(filled).filter((part) => !text.includes(part));
    const argued = ARGUED[id] !== undefined && entry.policy !== undefined;
    if (!argued) expect({ forbidden, missing, text }).toEqual({ forbidden: [], missing: [], text });
  };
  for (const entry of cases) {
    it(`${entry.id} ${entry.channel}`, () => check(entry.id, entry));
  }
});

async function asRead(entry: Case): Promise<string | null> {
  if (entry.kind === 'result') {
    const hit = entry.html as { title: string; url: string; snippet: string };
    const text = await searchText({ title: filled(hit.title), url: filled(hit.url), snippet: filled(hit.snippet) });
    return text.includes('--- begin ') ? insideTheFence(text) : null;
  }
  const { prefix, repeat, count, suffix } = entry.generate ?? { prefix: '', repeat: '', count: 0, suffix: '' };
  const body = entry.kind === 'generated' ? prefix + repeat.repeat(count) + suffix : filled(entry.html as string);
  return insideTheFence(fetchedText(body, entry.kind === 'text' ? 'text/plain' : 'text/html').text);
}
