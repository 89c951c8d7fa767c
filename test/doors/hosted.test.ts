import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { emptyHome, errorOf, root, sallyport } from '../support/cli.js';
import { homeWith } from './door.js';

type Library = typeof import('../../src/index.js');
const library = async (): Promise<Library> =>
  import(pathToFileURL(join(root, 'dist', 'index.js')).href) as Promise<Library>;

const REPLY = {
  content: [
    { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'why does BSAtest0Wn8Qx2Lk5Rv7 fail' } },
    {
      type: 'web_search_tool_result',
      tool_use_id: 's1',
      content: [
        { type: 'web_search_result', url: 'https://knots.example.org/q/a8f3k2', title: 'Knots', page_age: null },
      ],
    },
  ],
};

describe('search.hosted', () => {
  it('takes web_search and web_news away, and doctor says what such a search is', async () => {
    const home = homeWith({ search: { hosted: 'anthropic' } });
    // A credential that lies about is no reason to open another door.
    const env = { BRAVE_API_KEY: 'BSAtest0Wn8Qx2Lk5Rv7' };
    const doctor = await sallyport(['doctor', '--json'], { home, env });
    expect(doctor.status).toBe(0);
    expect(doctor.json[0]?.['tools']).not.toContain('web_search');
    expect(doctor.json[0]?.['tools']).not.toContain('web_news');
    expect(doctor.json[0]?.['hosted']).toMatchObject({ door: 'anthropic' });
    expect(JSON.stringify(doctor.json[0]?.['hosted'])).toMatch(
      /cannot be refused, checked for secrets, counted or seen before/,
    );
    const search = await sallyport(['search', 'knots', '--json'], { home, env });
    expect(errorOf(search)).toMatchObject({ code: 'not_configured', rule: 'hosted-door' });
  });

  it.each([
    ['a provider', { hosted: 'openai', provider: 'brave' }],
    ['a local command', { hosted: 'openai', provider: 'command', command: ['x'] }],
    ['a fallback', { hosted: 'openai', fallback: ['brave'] }],
  ])('stands beside no other door: %s', async (_what, search) => {
    const done = await sallyport(['doctor', '--json'], { home: homeWith({ search }) });
    expect(errorOf(done).code).toBe('invalid_input');
  });

  it('gives way to a provider that a person names', async () => {
    const home = homeWith({ search: { hosted: 'openai' } });
    const done = await sallyport(['search', 'knots', '--provider', 'local'], { home });
    expect(done.status).toBe(5);
  });

  it('none is a door too: nothing is missing, and nothing searches', async () => {
    const home = homeWith({ search: { provider: 'none' } });
    const env = { BRAVE_API_KEY: 'BSAtest0Wn8Qx2Lk5Rv7' };
    expect((await sallyport(['doctor'], { home, env })).status).toBe(0);
    const done = await sallyport(['search', 'knots', '--json'], { home, env });
    expect(errorOf(done)).toMatchObject({ code: 'not_configured', rule: 'search-off' });
  });
});

describe('what a hosted tool searched for', () => {
  it('is put on record afterwards, without the key, and its hits do not become seen', async () => {
    const { createSallyport, hostedTool } = await library();
    const home = emptyHome();
    const door = await createSallyport({
      env: { HOME: home, BRAVE_API_KEY: 'BSAtest0Wn8Qx2Lk5Rv7' },
      home,
      cwd: home,
      settings: { 'search.hosted': 'anthropic', 'egress.mode': 'seen' },
    });
    try {
      expect(door.tools.map(({ name }) => name)).not.toContain('web_search');
      expect(door.systemPrompt()).not.toMatch(/web_search|web_news/);
      expect(hostedTool('anthropic').tool).toMatchObject({ name: 'web_search' });
      const [search] = await door.recordHosted('anthropic', REPLY, { session: 's' });
      expect(search?.data.results).toHaveLength(1);
      const fetch = await door.call('web_fetch', { url: 'https://knots.example.org/q/a8f3k2' }, { session: 's' });
      expect(fetch).toMatchObject({ ok: false, error: { code: 'egress_refused' } });
    } finally {
      await door.close();
    }
    const log = await sallyport(['log', '--session', 's', '--json'], { home });
    const event = log.json.find(({ kind }) => kind === 'hosted_search');
    expect(event?.['payload']).toMatchObject({
      provider: 'hosted:anthropic',
      urls: ['https://knots.example.org/q/a8f3k2'],
    });
    expect(log.stdout).not.toContain('BSAtest0Wn8Qx2Lk5Rv7');
    expect((await sallyport(['log', 'verify'], { home })).status).toBe(0);
  });
});
