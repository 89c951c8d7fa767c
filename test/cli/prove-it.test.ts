import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyHome, errorOf, sallyport } from '../support/cli.js';
import { page, type Served, serve } from '../support/server.js';

let site: Served;
let home: string;
const SENTENCE = 'The ferry leaves the harbour at nine, and tickets cost four euros.';

beforeAll(async () => {
  home = emptyHome();
  site = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      page(
        'Ferry',
        `<p>${SENTENCE}</p><h2>Return</h2><p>The last boat returns “at six” in the evening — every day.</p>`,
      ),
    );
  });
  const fetched = await sallyport(
    ['fetch', site.url('/a'), '--allow-private', site.host, '--record', 'trip', '--json'],
    { home },
  );
  expect(fetched.status).toBe(0);
});
afterAll(() => site.close());

describe('quote', () => {
  it('finds a quote word for word, whatever its quotation marks and dashes, and says where', async () => {
    const done = await sallyport(['quote', 'The last boat returns "at six" in the evening - every day.', '--json'], {
      home,
    });
    expect(done.status).toBe(0);
    expect(done.json[0]).toMatchObject({
      verbatim: 1,
      quotes: [{ verdict: 'verbatim', url: site.url('/a'), heading: 'Return' }],
    });
  });

  it('exits 5 for one that was altered or made up, and shows the nearest passage', async () => {
    const done = await sallyport(
      ['quote', SENTENCE.replace('four', 'forty'), 'Whales sleep upright below the surface', '--json'],
      { home },
    );
    expect(done.status).toBe(5);
    expect(done.json[0]).toMatchObject({
      verbatim: 0,
      quotes: [
        { verdict: 'altered', differences: [{ quote: 'forty', source: 'four' }] },
        { verdict: 'absent', passage: null },
      ],
    });
  });
});

describe('cite', () => {
  it('gives a verdict for each quote and link of a report, and exits 5 where one fails', async () => {
    const report = join(home, 'report.md');
    writeFileSync(
      report,
      `# Report\n\nThe office says "${SENTENCE}" ([times](${site.url('/a')})).\n\n> The last boat returns “at seven” in the evening\n\nSee also https://example.com/never-read.\n\n\`\`\`\n"this is code and not a quote at all"\n\`\`\`\n`,
    );
    const done = await sallyport(['cite', report, '--json'], { home });
    expect(done.status).toBe(5);
    const claims = done.json[0]?.['claims'] as { kind: string; verdict: string; line: number }[];
    expect(claims.map(({ kind, verdict, line }) => [kind, verdict, line])).toEqual([
      ['quote', 'verbatim', 3],
      ['link', 'read', 3],
      ['quote', 'altered', 5],
      ['link', 'unknown', 7],
    ]);
    writeFileSync(report, `He said "${SENTENCE}" (${site.url('/a')}).\n`);
    expect((await sallyport(['cite', report], { home })).status).toBe(0);
  });
});

describe('evidence', () => {
  it('lists, shows, verifies and exports what was read', async () => {
    const list = await sallyport(['evidence', 'list', '--json'], { home });
    const [record] = list.json as { id: string; bodySha256: string; bytes: number }[];
    expect(record?.id).toMatch(/^ev_/);
    const shown = await sallyport(['evidence', 'show', record?.id ?? ''], { home });
    expect(shown.json[0]).toMatchObject({ ok: true, answer: { page: { title: 'Ferry' } } });
    expect((await sallyport(['evidence', 'verify', '--json'], { home })).json[0]).toMatchObject({
      ok: true,
      faults: [],
    });
    const folder = join(home, 'out');
    expect((await sallyport(['evidence', 'export', '--out', folder], { home })).status).toBe(0);
    expect(readFileSync(join(folder, record?.id ?? '', 'body'), 'utf8')).toContain(SENTENCE);
    const again = await sallyport(['evidence', 'export', '--out', folder, '--json'], { home });
    expect(errorOf(again).code).toBe('invalid_input');
  });

  it('says what a newer reader would change, and changes nothing', async () => {
    const done = await sallyport(['evidence', 're-extract', '--json'], { home });
    expect(done.json[0]).toMatchObject({ ok: true, changed: false, before: 'html-md-1', after: 'html-md-1' });
  });
});

describe('replay', () => {
  it('makes the calls of a run again from evidence and finds them the same', async () => {
    const before = site.requests.length;
    const done = await sallyport(['replay', 'trip', '--allow-private', site.host, '--json'], { home });
    expect(done.status).toBe(0);
    expect(done.json).toMatchObject([{ verdict: 'same', tool: 'web_fetch' }]);
    expect(site.requests.length).toBe(before);
  });

  it('names a run that was not recorded', async () => {
    const done = await sallyport(['replay', 'nowhere', '--json'], { home });
    expect(errorOf(done).code).toBe('not_recorded');
    expect(done.status).toBe(7);
  });
});

describe('an exported web archive', () => {
  it('is read back by an independent reader, with body, headers and digest as recorded', async () => {
    const file = join(home, 'trip.warc');
    expect((await sallyport(['evidence', 'export', '--run', 'trip', '--out', file], { home })).status).toBe(0);
    const { WARCParser } = await import('warcio');
    const { createReadStream } = await import('node:fs');
    const records: { type: string | null; url: string | null; status: number; text: string }[] = [];
    for await (const record of new WARCParser(createReadStream(file))) {
      records.push({
        type: record.warcType ?? null,
        url: record.warcTargetURI ?? null,
        status: Number(record.httpHeaders?.statusCode ?? 0),
        text: await record.contentText(),
      });
    }
    expect(records.map(({ type }) => type)).toEqual(['warcinfo', 'response', 'metadata']);
    expect(records[1]).toMatchObject({ url: site.url('/a'), status: 200 });
    expect(records[1]?.text).toContain(SENTENCE);
    expect(JSON.parse(records[2]?.text ?? '')).toMatchObject({
      record: { run: 'trip' },
      answer: { page: { title: 'Ferry' } },
    });
  });
});

describe('the log', () => {
  it('is verified against a head that was kept apart, which a cut tail and a strange key do not pass', async () => {
    const mine = emptyHome();
    const key = join(mine, 'key');
    const head = join(mine, 'head');
    writeFileSync(key, 'a secret kept on another machine');
    for (const query of ['one', 'two']) await sallyport(['search', query, '--provider', 'local'], { home: mine });
    const sealed = await sallyport(['log', 'head', '--key-file', key], { home: mine });
    expect(sealed.stdout).toMatch(/^1 \d+ [0-9a-f]{64} [0-9a-f]{64}\n$/);
    writeFileSync(head, sealed.stdout);
    await sallyport(['search', 'three', '--provider', 'local'], { home: mine });
    const verify = ['log', 'verify', '--head', head, '--key-file', key, '--json'];
    expect((await sallyport(verify, { home: mine })).json[0]).toMatchObject({ ok: true, faults: [] });

    const other = await sallyport(verify, { home: emptyHome() });
    expect(other.status).toBe(7);
    expect(errorOf(other).code).toBe('store_failed');
    writeFileSync(key, 'another secret than the first one');
    expect(errorOf(await sallyport(verify, { home: mine })).code).toBe('invalid_input');
  });

  it('lets a payload be erased and still holds', async () => {
    const mine = emptyHome();
    await sallyport(['search', 'a name that should go', '--provider', 'local'], { home: mine });
    expect((await sallyport(['log', 'erase', '1', '--json'], { home: mine })).json[0]).toMatchObject({ ok: true });
    const all = await sallyport(['log', '--json'], { home: mine });
    expect(all.stdout).not.toContain('a name that should go');
    expect((await sallyport(['log', 'verify', '--json'], { home: mine })).json[0]).toMatchObject({ ok: true });
  });
});
