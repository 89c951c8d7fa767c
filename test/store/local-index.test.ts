import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type DocumentReader, openStore, type Store } from '../../src/store/index.js';

const folder = () => mkdtempSync(join(tmpdir(), 'sallyport-index-'));

function write(root: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** Stands in for the extractor: the first heading and the text as it is. */
const read: DocumentReader = (bytes) => {
  const text = Buffer.from(bytes).toString('utf8');
  if (text.includes('UNREADABLE')) throw new Error('no such encoding');
  return text.trim() === '' ? null : { title: /^# (.*)$/m.exec(text)?.[1] ?? '', text };
};

let store: Store;
let stateDir: string;
beforeEach(async () => {
  stateDir = folder();
  store = await openStore('sqlite:', { stateDir });
  return () => store.close();
});

const search = (query: string, over: Partial<Parameters<Store['index']['search']>[1]> = {}) =>
  store.index.search(query, { project: '/nowhere', agent: 'cli', count: 5, page: 1, ...over });
const urls = async (...args: Parameters<typeof search>) => (await search(...args)).map(({ url }) => url);

describe('a folder', () => {
  it('is searched and read under its name, with the passage that fits and its heading', async () => {
    const root = write(folder(), {
      'guide/timeouts.md':
        '# Time limits\n\nAbout limits.\n\n## Cancelling\n\nPass `AbortSignal.timeout(5000)` to stop.\n',
      'other.md': '# Other\n\nNothing of interest here.\n',
    });
    const run = await store.index.addFolder(root, 'docs', { read });
    expect(run).toMatchObject({ added: 2, changed: 0, unchanged: 0, removed: 0, skipped: [] });
    const [hit] = await search('AbortSignal.timeout()');
    expect(hit).toMatchObject({ url: 'local://docs/guide/timeouts.md', title: 'Time limits', collection: 'docs' });
    expect(hit?.snippet).toBe('Cancelling: Pass AbortSignal.timeout(5000) to stop.');
    const document = await store.index.read('local://docs/guide/timeouts.md', { project: '/nowhere' });
    expect(document).toMatchObject({ title: 'Time limits', contentType: 'text/markdown', project: null });
    expect(Buffer.from(document?.body ?? []).toString()).toBe(document?.text);
    expect(await store.index.read('local://docs/guide/timeouts', { project: '/nowhere' })).toBeNull();
  });

  it('is taken up again only where something changed', async () => {
    const root = write(folder(), { 'a.md': '# A\n\nalpha', 'b.md': '# B\n\nbravo', 'c.md': '# C\n\ncharlie' });
    await store.index.addFolder(root, 'docs', { read });
    let reads = 0;
    const counting: DocumentReader = (...args) => {
      reads += 1;
      return read(...args);
    };
    expect(await store.index.addFolder(root, 'docs', { read: counting })).toMatchObject({ unchanged: 3, added: 0 });
    expect(reads).toBe(0);
    // Touched but the same: looked at, not read anew.
    utimesSync(join(root, 'a.md'), 1, 1);
    write(root, { 'b.md': '# B\n\nbeta is new', 'd.md': '# D\n\ndelta' });
    rmSync(join(root, 'c.md'));
    expect(await store.index.addFolder(root, 'docs', { read: counting })).toMatchObject({
      added: 1,
      changed: 1,
      unchanged: 1,
      removed: 1,
    });
    expect(reads).toBe(2);
    expect(await urls('beta')).toEqual(['local://docs/b.md']);
    expect(await urls('bravo')).toEqual([]);
    expect(await urls('charlie')).toEqual([]);
    expect(await store.index.list()).toMatchObject([{ name: 'docs', documents: 3, kind: 'folder' }]);
  });

  it('does not follow links out of it, nor take in what is hidden, empty, too large or unreadable', async () => {
    const outside = write(folder(), { 'secret.md': '# Secret\n\nxylophone' });
    const root = write(folder(), {
      'ok.md': '# Fine\n\nxylophone',
      '.git/x.md': '# Hidden\n\nxylophone',
      'node_modules/p/README.md': '# Package\n\nxylophone',
      'big.md': `# Big\n\n${'xylophone '.repeat(500_000)}`,
      'empty.md': '',
      'blank.md': '\n',
      'bad.md': '# Bad\n\nUNREADABLE xylophone',
      'program.js': 'xylophone()',
    });
    symlinkSync(join(outside, 'secret.md'), join(root, 'link.md'));
    symlinkSync(outside, join(root, 'linked'));
    const run = await store.index.addFolder(root, 'docs', { read });
    expect(await urls('xylophone')).toEqual(['local://docs/ok.md']);
    expect(run.skipped.map(({ path }) => path).sort()).toEqual(['bad.md', 'big.md', 'blank.md', 'link.md']);
  });

  it('keeps its name to itself, and gives it up when it is removed', async () => {
    const root = write(folder(), { 'a.md': '# A\n\nalpha' });
    await store.index.addFolder(root, 'docs', { read });
    await expect(store.index.addFolder(folder(), 'docs', { read })).rejects.toMatchObject({ code: 'invalid_input' });
    for (const name of ['', '../x', 'a/b', '-x', 'x'.repeat(80)]) {
      await expect(store.index.addFolder(root, name, { read })).rejects.toMatchObject({ code: 'invalid_input' });
    }
    expect(await store.index.remove('docs')).toBe(true);
    expect(await store.index.remove('docs')).toBe(false);
    expect(await urls('alpha')).toEqual([]);
    expect(await store.index.list()).toEqual([]);
  });

  it('stops where it is told to, keeps what it has, and goes on from there', async () => {
    const root = write(
      folder(),
      Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`p${i}.md`, `# P${i}\n\nword${i}`])),
    );
    const stop = new AbortController();
    let reads = 0;
    const stopping: DocumentReader = (...args) => {
      reads += 1;
      if (reads === 10) stop.abort();
      return read(...args);
    };
    const run = store.index.addFolder(root, 'docs', { read: stopping, signal: stop.signal });
    await expect(run).rejects.toMatchObject({ code: 'cancelled' });
    expect(await store.index.addFolder(root, 'docs', { read })).toMatchObject({ added: 20, unchanged: 10 });
  });

  it('says of a file that changed since that its text is the one that was indexed', async () => {
    const root = write(folder(), { 'a.md': '# A\n\nalpha' });
    await store.index.addFolder(root, 'docs', { read });
    write(root, { 'a.md': '# A\n\nother words' });
    const document = await store.index.read('local://docs/a.md', { project: '/' });
    expect(document).toMatchObject({ stale: true, text: '# A\n\nalpha' });
    expect(Buffer.from(document?.body ?? []).toString()).toBe('# A\n\nalpha');
  });

  it('merges the many small runs of a folder that grows file by file', async () => {
    const root = folder();
    for (let i = 0; i < 40; i += 1) {
      write(root, { [`p${i}.md`]: `# Page ${i}\n\nshared${i}` });
      await store.index.addFolder(root, 'docs', { read });
    }
    for (const i of [0, 13, 39]) {
      expect(await urls(`shared${i}`)).toContain(`local://docs/p${i}.md`);
      expect((await store.index.read(`local://docs/p${i}.md`, { project: '/' }))?.text).toContain(`shared${i}`);
    }
  });
});

describe('the packages of a project', () => {
  const lock = (packages: object) => JSON.stringify({ name: 'x', lockfileVersion: 3, packages });

  it('stand at their version-exact addresses, by the lockfile and never by what they say of themselves', async () => {
    const project = write(folder(), {
      'node_modules/.package-lock.json': lock({
        'node_modules/plain': { version: '1.2.3', resolved: 'https://packages.example.org/plain/-/plain-1.2.3.tgz' },
        'node_modules/@scope/name': { version: '2.0.0-rc.1' },
        'node_modules/plain/node_modules/inner': { version: '0.1.0' },
        'node_modules/alias': { version: '4.0.0', name: 'real-name' },
        'node_modules/from-git': { version: '1.0.0', resolved: 'git+ssh://git@example.com/x.git' },
        'node_modules/workspace': { link: true, resolved: 'packages/workspace' },
        'node_modules/absent': { version: '1.0.0', optional: true },
        'node_modules/../../escape': { version: '1.0.0' },
        'node_modules/odd-version': { version: 'latest' },
      }),
      'node_modules/plain/package.json': '{"name":"liar","version":"9.9.9"}',
      'node_modules/plain/README.md': '# plain\n\nkeyword',
      'node_modules/plain/CHANGELOG.md': '# changes\n\nkeyword',
      'node_modules/plain/docs/guide.md': '# Guide\n\nkeyword',
      'node_modules/plain/src/notes.md': '# Notes\n\nkeyword',
      'node_modules/plain/index.d.ts':
        '/** Opens the keyword drawer. */\nexport declare function openDrawer(): void;\n',
      'node_modules/plain/node_modules/inner/README.md': '# inner\n\nkeyword',
      'node_modules/@scope/name/README.md': '# scoped\n\nkeyword',
      'node_modules/alias/README.md': '# aliased\n\nkeyword',
      'node_modules/from-git/README.md': '# git\n\nkeyword',
      'node_modules/odd-version/README.md': '# odd\n\nkeyword',
    });
    const linked = write(folder(), { 'README.md': '# linked\n\nkeyword' });
    symlinkSync(linked, join(project, 'node_modules', 'absent'));
    const run = await store.index.addPackages(project, { read });
    expect((await urls('keyword', { project, count: 20 })).sort()).toEqual([
      'https://unpkg.com/@scope/name@2.0.0-rc.1/README.md',
      'https://unpkg.com/inner@0.1.0/README.md',
      'https://unpkg.com/plain@1.2.3/README.md',
      'https://unpkg.com/plain@1.2.3/docs/guide.md',
      'https://unpkg.com/plain@1.2.3/index.d.ts',
      'https://unpkg.com/real-name@4.0.0/README.md',
    ]);
    expect(run.skipped.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['node_modules/from-git', 'node_modules/odd-version', 'node_modules/absent']),
    );
    const [drawer] = await search('openDrawer', { project });
    expect(drawer?.snippet).toContain('openDrawer: export declare function openDrawer(): void');
  });

  it('are seen from their own project only', async () => {
    const project = write(folder(), {
      'node_modules/.package-lock.json': lock({ 'node_modules/a': { version: '1.0.0' } }),
      'node_modules/a/README.md': '# a\n\nkeyword',
    });
    await store.index.addPackages(project, { read });
    const url = 'https://unpkg.com/a@1.0.0/README.md';
    expect(await urls('keyword', { project })).toEqual([url]);
    expect(await urls('keyword', { project: folder() })).toEqual([]);
    expect(await store.index.read(url, { project })).toMatchObject({ url, project });
    expect(await store.index.read(url, { project: '/nowhere' })).toBeNull();
  });

  it('cost one look where nothing was installed since', async () => {
    const project = write(folder(), {
      'node_modules/.package-lock.json': lock({ 'node_modules/a': { version: '1.0.0' } }),
      'node_modules/a/README.md': '# a\n\nkeyword',
    });
    await store.index.addPackages(project, { read });
    // Without an install nothing is looked at below: what changed by hand waits for the next one.
    write(project, { 'node_modules/a/README.md': '# a\n\nedited' });
    expect(await store.index.addPackages(project, { read })).toMatchObject({ unchanged: 1, changed: 0 });
    write(project, { 'node_modules/.package-lock.json': lock({ 'node_modules/a': { version: '1.0.1' } }) });
    expect(await store.index.addPackages(project, { read })).toMatchObject({ added: 1, removed: 1 });
    expect(await urls('edited', { project })).toEqual(['https://unpkg.com/a@1.0.1/README.md']);
  });

  it.each([
    [
      'pnpm',
      { 'node_modules/.pnpm/@s+n@1.0.0_peer@2.0.0/node_modules/@s/n/README.md': '# n\n\nkeyword' },
      ['https://unpkg.com/@s/n@1.0.0/README.md'],
    ],
    [
      'Yarn with a state file',
      {
        'node_modules/.yarn-state.yml': '"n@npm:1.0.0":\n  locations:\n    - "node_modules/n"\n',
        'node_modules/n/README.md': '# n\n\nkeyword',
      },
      ['https://unpkg.com/n@1.0.0/README.md'],
    ],
    [
      'Yarn 1, where the version is sure',
      {
        'yarn.lock': 'n@^1.0.0:\n  version "1.0.0"\n\n"m@^1.0.0":\n  version "1.0.0"\nm@^2.0.0:\n  version "2.0.0"\n',
        'node_modules/n/README.md': '# n\n\nkeyword',
        'node_modules/m/README.md': '# m\n\nkeyword',
      },
      ['https://unpkg.com/n@1.0.0/README.md'],
    ],
  ])('are found as %s puts them', async (_name, files, expected) => {
    const project = write(folder(), files);
    await store.index.addPackages(project, { read });
    expect(await urls('keyword', { project })).toEqual(expected);
  });

  it('are an error where none are installed', async () => {
    await expect(store.index.addPackages(folder(), { read })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(store.index.addPackages('/does/not/exist', { read })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('fetched pages', () => {
  it('are found by their agent only, and replaced when they come again', async () => {
    const page = { url: 'https://example.com/p', title: 'P', contentType: 'text/html', evidence: 'ev_1', agent: 'a' };
    await store.index.addPage({ ...page, text: 'marmalade sandwich' });
    expect(await urls('marmalade', { agent: 'a' })).toEqual(['https://example.com/p']);
    expect(await urls('marmalade', { agent: 'b' })).toEqual([]);
    await store.index.addPage({ ...page, text: 'cucumber sandwich' });
    expect(await urls('marmalade', { agent: 'a' })).toEqual([]);
    expect(await urls('sandwich', { agent: 'a', domains: ['example.com'] })).toEqual(['https://example.com/p']);
    expect(await urls('sandwich', { agent: 'a', domains: ['ample.com'] })).toEqual([]);
    expect(await urls('sandwich', { agent: 'a', excludeDomains: ['example.com'] })).toEqual([]);
    for (let i = 0; i < 40; i += 1) {
      await store.index.addPage({
        ...page,
        url: `https://sub.example.com/${i}`,
        title: `T${i}`,
        text: `unique${i} sandwich`,
      });
    }
    expect(await urls('unique7', { agent: 'a', domains: ['example.com'] })).toContain('https://sub.example.com/7');
    // Found, but read from evidence, not from here.
    expect(await store.index.read('https://example.com/p', { project: '/' })).toBeNull();
  });
});

describe('a question', () => {
  const texts = {
    'conns.md': '# Limits\n\nThe `max_conns` parameter limits connections.\n',
    'persist.md': '# Flags\n\nUse `--persist` to keep the state between runs.\n',
    'config.md': '# Configuring the server\n\nConfiguration lives in one file.\n',
    'keep.md': '# Connections\n\nThe keep-alive setting holds sockets open.\n',
    'cjk.md': '# 設定\n\n接続の制限時間を設定します。\n',
  };

  it.each([
    ['max_conns', 'conns.md'],
    ['maxConns', 'conns.md'],
    ['what does max conns do?', 'conns.md'],
    ['--persist', 'persist.md'],
    ['how is the server configured', 'config.md'],
    ['keepalive', 'keep.md'],
    ['keep alive', 'keep.md'],
    ['制限時間', 'cjk.md'],
    ['conections limits', 'conns.md'],
    ['perisst', 'persist.md'],
    ['configur', 'config.md'],
    ['paramet', 'conns.md'],
  ])('%s finds %s first', async (query, expected) => {
    await store.index.addFolder(write(folder(), texts), 'docs', { read });
    expect((await urls(query))[0]).toBe(`local://docs/${expected}`);
  });

  it.each([
    '"',
    "'",
    '*',
    'a AND',
    'NEAR(a b)',
    'title:x',
    '-',
    '--',
    '^',
    '(((',
    '{}',
    "'; DROP TABLE document; --",
    '\u0000',
    '\ud800',
    '😀',
    '   ',
    '',
    'the of and',
    'x'.repeat(10_000),
    'word '.repeat(2_000),
  ])('%j is text like any other', async (query) => {
    await store.index.addFolder(write(folder(), texts), 'docs', { read });
    expect(Array.isArray(await urls(query))).toBe(true);
  });

  it('turns pages without repeating or losing a hit', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 23 }, (_, i) => [`p${i}.md`, `# Page ${i}\n\nwalnut ${'filler '.repeat(i)}`]),
    );
    await store.index.addFolder(write(folder(), files), 'docs', { read });
    const pages = await Promise.all([1, 2, 3, 4].map((page) => urls('walnut', { count: 8, page })));
    expect(pages.map((page) => page.length)).toEqual([8, 8, 7, 0]);
    expect(new Set(pages.flat()).size).toBe(23);
  });

  it('gets one of several copies: in its own language, as the page and not its source', async () => {
    const body = 'A cache directory holds compiled walnuts. '.repeat(8);
    await store.index.addFolder(
      write(folder(), {
        'en/cache.md': `# Cache\n\n${body}`,
        'de/cache.md': `# Zwischenspeicher\n\nEin walnuts cache. ${body}`,
        '_sources/en/cache.rst.txt': `Cache\n=====\n\n${body}`,
        'all.md': `# Whole book\n\n${'Something else entirely. '.repeat(200)}\n\n# Cache\n\n${body}`,
      }),
      'docs',
      { read },
    );
    expect(await urls('cache walnuts')).toEqual(['local://docs/en/cache.md']);
  });
});
