import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyHome } from '../support/cli.js';
import { page, type Served, serve } from '../support/server.js';
import { callTool, connect, type Era } from './client.js';

let site: Served;
beforeAll(async () => {
  site = await serve((request, response) => {
    response.writeHead(request.url === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' });
    response.end(page('Ferry', '<p>The ferry leaves at nine and tickets cost four euros in the summer.</p>'));
  });
});
afterAll(() => site.close());

/** A pure allow list with nothing on it: every address is asked about where somebody can be asked. */
function askingHome(config: object = {}): string {
  const home = emptyHome();
  const folder = join(home, '.config', 'sallyport');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ egress: { mode: 'allowlist' }, ...config }));
  return home;
}

const argv = (): string[] => ['--provider', 'local', '--allow-private', site.host];

describe.each<Era>(['2025-11-25', '2026-07-28'])('approval by elicitation, protocol %s', (era) => {
  it('asks about an address, and not again where the answer was for the host', async () => {
    const questions: string[] = [];
    const client = await connect(era, askingHome(), argv(), (message, offered) => {
      questions.push(message);
      expect(offered).toEqual(['once', 'tool', 'host', 'deny']);
      return 'host';
    });
    try {
      for (const path of ['/a?x=1', '/b?x=2']) {
        const done = await callTool(client, 'web_fetch', { url: site.url(path) });
        expect(done.content[0]?.text).toContain('The ferry leaves at nine');
      }
      expect(questions).toHaveLength(1);
      expect(questions[0]).toContain(site.url('/a?x=1'));
    } finally {
      await client.close();
    }
  });

  it.each([['deny'], [null]] as const)('refuses where the person answers %s, and nothing is sent', async (answer) => {
    const client = await connect(era, askingHome(), argv(), () => answer);
    try {
      const before = site.requests.length;
      const done = await callTool(client, 'web_fetch', { url: site.url('/c') });
      expect(done).toMatchObject({ isError: true, structuredContent: { error: { code: 'approval_denied' } } });
      expect(site.requests.length).toBe(before);
    } finally {
      await client.close();
    }
  });

  it('asks once a session before the first search, not per query', async () => {
    const questions: string[] = [];
    const client = await connect(era, askingHome(), argv(), (message) => {
      questions.push(message);
      return 'tool';
    });
    try {
      await callTool(client, 'web_search', { query: 'first question' });
      await callTool(client, 'web_search', { query: 'second question' });
      expect(questions).toHaveLength(1);
    } finally {
      await client.close();
    }
  });

  it('asks about a secret each time, offers no lasting answer, and shows it masked', async () => {
    const key = `ghp_${'A1b2C3d4E5f6G7h8I9j0'.repeat(2).slice(0, 36)}`;
    const questions: { message: string; offered: string[] }[] = [];
    const client = await connect(
      era,
      askingHome({ approval: 'never' }),
      ['--provider', 'local'],
      (message, offered) => {
        questions.push({ message, offered });
        return questions.length === 1 ? 'once' : 'tool';
      },
    );
    try {
      const first = await callTool(client, 'web_search', { query: `what is ${key}` });
      expect(first.isError).not.toBe(true);
      const second = await callTool(client, 'web_search', { query: `where is ${key} used` });
      expect(second.structuredContent).toMatchObject({ error: { code: 'secret_refused' } });
      expect(questions.map(({ offered }) => offered)).toEqual([
        ['once', 'deny'],
        ['once', 'deny'],
      ]);
      expect(questions[0]?.message).not.toContain(key);
    } finally {
      await client.close();
    }
  });
});

describe('a client that cannot ask', () => {
  it('gets a refusal that names the setting', async () => {
    const client = await connect('2025-11-25', askingHome(), argv());
    try {
      const done = await callTool(client, 'web_fetch', { url: site.url('/a') });
      expect(done.content[0]?.text).toMatch(/^egress_refused: .*egress\.(allow|mode)/s);
    } finally {
      await client.close();
    }
  });
});
