import { describe, expect, it } from 'vitest';
import { emptyHome, errorOf, resultsOf, sallyport } from '../support/cli.js';
import { serve } from '../support/server.js';

const searx = process.env['SALLYPORT_SEARX_URL'];

/** Against a real SearX on loopback: `bash test/searx/start.sh DIR`, then SALLYPORT_SEARX_URL=$(cat DIR/url). */
describe.skipIf(searx === undefined)(
  'search through a real SearX (skipped where SALLYPORT_SEARX_URL is not set)',
  () => {
    const run = (argv: string[], home = emptyHome()) =>
      sallyport([...argv, '--provider', 'searxng', '--json'], { home, env: { SEARXNG_URL: searx ?? '' } });

    it('searches, counts the query, and answers the same question in one session from memory', async () => {
      const home = emptyHome();
      const first = await run(['search', 'rope knots', '--session', 's'], home);
      expect(first.status).toBe(0);
      expect(first.json[0]).toMatchObject({
        provider: 'searxng',
        cached: false,
        dataAsOf: null,
        quota: { used: 1, limit: 100 },
      });
      const results = resultsOf(first);
      expect(results).toHaveLength(5);
      expect(results[0]?.url).toBe('https://library1.example.org/rope-knots/1');
      expect(results[0]?.snippet).toBe('Part 1 of the notes on rope knots & what sailors say of them.');
      const again = await run(['search', 'rope knots', '--session', 's'], home);
      expect(again.json[0]).toMatchObject({ cached: true, quota: { used: 1 }, results });
    });

    it('turns the page', async () => {
      const first = await run(['search', 'notes', '--count', '10']);
      const second = await run(['search', 'notes', '--count', '10', '--page', '2']);
      const urls = (done: typeof first) => resultsOf(done).map(({ url }) => url);
      expect(urls(second)).toHaveLength(10);
      expect(urls(first).filter((url) => urls(second).includes(url))).toEqual([]);
    });

    it('finds news with source and date', async () => {
      const done = await run(['news', 'sail repair', '--recency-days', '3650']);
      expect(done.status).toBe(0);
      const [hit] = resultsOf(done);
      expect(hit?.published).toMatch(/^2026-11-/);
      expect(hit?.source).toMatch(/^library\d\.example\.org$/);
    });

    it('exits 5 where nothing matches', async () => {
      const done = await run(['search', 'submarine cable']);
      expect(done.json[0]).toMatchObject({ ok: true, results: [] });
      expect(done.status).toBe(5);
    });

    it('lets no bang leave the instance', async () => {
      for (const query of ['!!g rope', '!ga rope knots', '  !! rope']) {
        const done = await run(['search', query]);
        expect(done.json[0]?.['error']).toBeUndefined();
        expect(done.json[0]?.['source']).toMatch(/^http:\/\/127\.0\.0\.1/);
      }
    });

    it('says which server did not answer', async () => {
      const gone = await serve(() => undefined);
      await gone.close();
      const done = await sallyport(['search', 'x', '--provider', 'searxng', '--json'], {
        env: { SEARXNG_URL: gone.url('') },
      });
      expect(done.status).toBe(4);
      expect(errorOf(done).code).toBe('provider_failed');
    });
  },
);
