// Writes docs/providers.md from the registry: node scripts/provider-docs.mjs [FILE]
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const FEATURES = [
  ['page', 'pages'],
  ['domains', 'domains'],
  ['excludeDomains', 'excluded domains'],
  ['recencyDays', 'recency'],
  ['news', 'news'],
];
const KINDS = {
  request: 'guarded request',
  exec: 'local program, which dials outside the jail',
  index: 'nothing leaves the machine',
};

async function loadRegistry() {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-docs-'));
  try {
    const outfile = join(folder, 'providers.mjs');
    const entry = join(root, 'src/providers/index.ts');
    await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'silent' });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const code = (text) => `\`${text}\``;
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** How an argument reaches the provider. */
function support({ supports, terms = {} }, feature) {
  if (supports.has(feature)) return 'yes';
  const operators = feature === 'domains' || feature === 'excludeDomains';
  if (operators && terms.siteOperators) return 'operators';
  return operators || feature === 'recencyDays' ? 'hits filtered' : 'no';
}

function limits({ terms = {}, maxResults, floorMs }) {
  return [
    `${maxResults} results`,
    ...(terms.maxChars === undefined ? [] : [`${terms.maxChars} characters`]),
    ...(terms.maxWords === undefined ? [] : [`${terms.maxWords} words`]),
    ...(terms.maxPage === undefined ? [] : [`${terms.maxPage} pages`]),
    ...(floorMs === undefined ? [] : [`a call every ${floorMs} ms`]),
  ].join(', ');
}

function cost({ usdPerQuery, source }) {
  if (usdPerQuery === 0) return `not billed (${source})`;
  return usdPerQuery === null ? `not known: ${source}` : `${usdPerQuery} USD a search: ${source}`;
}

function setUp({ id, env }) {
  const names = [...(env.key ?? []), ...(env.baseUrl ?? [])].map(code);
  if (names.length > 0) return names.join(' or ');
  return { command: code('search.command'), ddgs: 'the program `ddgs`' }[id] ?? 'nothing';
}

const { PROVIDERS, AUTO_ORDER, PRICES } = await loadRegistry();
const page = `<!-- Written by scripts/provider-docs.mjs from src/providers: change that, then run it. -->
# Search providers

A provider is chosen by name (\`search.provider\`, \`--provider\`): then that one answers or nothing does. Without a name the
first of ${AUTO_ORDER.map(code).join(', ')} that is set up answers; the others are used only by name.

${table(
  ['name', 'provider', 'set up with', 'reached by'],
  PROVIDERS.map((provider) => [
    code(provider.id),
    `[${provider.title}](${provider.docs})`,
    setUp(provider),
    [KINDS[provider.needs], ...provider.hosts.map(code)].join(', '),
  ]),
)}

Every variable may also be given as \`NAME_FILE\`, the path of a file that holds the value. A key goes only into a header of
a request to the provider's own host, or to \`search.baseUrl\` where that is set.

## What each can do

${table(
  ['name', ...FEATURES.map(([, name]) => name), 'at most'],
  PROVIDERS.map((provider) => [
    code(provider.id),
    ...FEATURES.map(([feature]) => support(provider, feature)),
    limits(provider),
  ]),
)}

*operators*: written into the query as \`site:\` and \`-site:\`. *hits filtered*: the provider is asked without it and the hits
that do not fit are left out. Whatever had no effect, or less than asked, stands in the answer's \`ignored\`. Dates and
domains are checked on the hits of every provider.

## What each costs

${table(
  ['name', 'a search', 'read on'],
  PROVIDERS.map(({ id }) => [code(id), cost(PRICES[id]), PRICES[id].read]),
)}

## A local command

\`search.command\` is a list: a program and its arguments. \`{query}\`, \`{count}\` and \`{page}\` are replaced in them;
without \`{query}\` the query is the last argument. No shell is involved. The program ends with status 0
and prints

\`\`\`json
{ "results": [{ "title": "A page", "url": "https://example.com/", "snippet": "What it says.", "published": "2026-11-29", "source": "Example News" }] }
\`\`\`

or the list alone; \`published\` and \`source\` may be missing. Another status is \`provider_failed\`, other output
\`provider_bad_reply\`.

## A provider of your own

[examples/provider](../examples/provider/README.md) shows one, and the conformance suite that it passes.
`;

writeFileSync(process.argv[2] ?? join(root, 'docs', 'providers.md'), page);
