import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyHome, sallyport } from '../support/cli.js';
import { page, type Served, serve } from '../support/server.js';
import { callTool, connect, type Era } from './client.js';

let site: Served;
let home: string;
beforeAll(async () => {
  home = emptyHome();
  const docs = join(home, 'docs');
  mkdirSync(docs);
  writeFileSync(join(docs, 'ferry.md'), '# Ferry handbook\n\nThe mooring rope is tied with a bowline.\n');
  await sallyport(['index', 'add', docs, '--name', 'handbook'], { home });
  site = await serve((request, response) => {
    if (request.url === '/robots.txt') {
      response.writeHead(404);
      response.end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(page('Ferry times', '<p>The ferry leaves at nine and tickets cost four euros in the summer.</p>'));
  });
});
afterAll(() => site.close());

describe.each<Era>(['2025-11-25', '2026-07-28'])('the MCP server over stdio, protocol %s', (era) => {
  it('lists and calls each tool, with the whole answer in text and structured result', async () => {
    const client = await connect(era, home, ['--provider', 'local', '--allow-private', site.host]);
    try {
      const { tools } = await client.listTools();
      expect(tools.map((tool) => tool.name)).toEqual(['web_search', 'web_news', 'web_fetch', 'web_quote']);
      for (const tool of tools) {
        const closed = tool.name === 'web_quote';
        expect(tool.annotations).toMatchObject({ readOnlyHint: true, idempotentHint: closed, openWorldHint: !closed });
        expect(tool.inputSchema.type).toBe('object');
        expect(tool.outputSchema?.['required']).toEqual(['content']);
      }
      expect(JSON.stringify(tools).length).toBeLessThan(8_000);

      for (const name of ['web_search', 'web_news']) {
        const found = await callTool(client, name, { query: 'mooring rope bowline' });
        expect(found.isError).not.toBe(true);
        expect(found.content[0]?.text).toContain('local://handbook/ferry.md');
        expect(found.structuredContent?.['content']).toBe(found.content[0]?.text);
        expect(found.structuredContent?.['results']).toHaveLength(1);
      }
      const read = await callTool(client, 'web_fetch', { url: 'local://handbook/ferry.md' });
      expect(read.content[0]?.text).toContain('tied with a bowline');
      expect(read.structuredContent?.['content']).toBe(read.content[0]?.text);
      expect(read.structuredContent).not.toHaveProperty('text');
      expect(read.structuredContent).toMatchObject({ extractor: expect.any(String), quality: expect.any(Object) });

      const web = await callTool(client, 'web_fetch', { url: site.url('/') });
      expect(web.content[0]?.text).toContain('The ferry leaves at nine');
      const quoted = await callTool(client, 'web_quote', {
        quotes: [{ text: 'The ferry leaves at nine' }, { text: 'The ferry never leaves at all' }],
      });
      expect(quoted.structuredContent).toMatchObject({ verbatim: 1, pages: 2 });
    } finally {
      await client.close();
    }
  });

  it('answers wrong arguments and refusals as tool errors with a closed code', async () => {
    const client = await connect(era, home, ['--provider', 'local']);
    try {
      const empty = await callTool(client, 'web_search', { query: '   ' });
      expect(empty).toMatchObject({ isError: true, structuredContent: { error: { code: 'invalid_input' } } });
      const inside = await callTool(client, 'web_fetch', { url: 'http://169.254.169.254/latest/meta-data/' });
      expect(inside).toMatchObject({ isError: true, structuredContent: { error: { code: 'address_refused' } } });
      const made = await callTool(client, 'web_fetch', {
        url: 'https://example.com/c?d=aGVsbG8gd29ybGQgdGhpcyBpcyBkYXRh',
      });
      expect(made).toMatchObject({ isError: true, structuredContent: { error: { code: 'egress_refused' } } });
      expect(made.content[0]?.text).toMatch(/^egress_refused: /);
    } finally {
      await client.close();
    }
  });
});

describe('off means off', () => {
  it('has no search tool and not one word about it where no provider is set up', async () => {
    const client = await connect('2025-11-25', home, []);
    try {
      const { tools } = await client.listTools();
      expect(tools.map((tool) => tool.name)).toEqual(['web_fetch', 'web_quote']);
      expect(client.getInstructions() ?? '').not.toMatch(/search|news/i);
    } finally {
      await client.close();
    }
  });
});
