import type { PageKind } from '../../core/index.js';

const TYPES = new Map<string, PageKind>([
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['application/vnd.wap.xhtml+xml', 'html'],
  ['text/markdown', 'markdown'],
  ['text/x-markdown', 'markdown'],
  ['text/x-web-markdown', 'markdown'],
  ['text/plain', 'text'],
  ['text/csv', 'csv'],
  ['text/comma-separated-values', 'csv'],
  ['application/csv', 'csv'],
  ['text/tab-separated-values', 'csv'],
  ['application/json', 'json'],
  ['text/json', 'json'],
  ['application/x-ndjson', 'json'],
  ['application/jsonl', 'json'],
  ['application/json-seq', 'json'],
  ['application/feed+json', 'feed'],
  ['application/rss+xml', 'feed'],
  ['application/atom+xml', 'feed'],
  ['application/rdf+xml', 'feed'],
  ['text/xml', 'xml'],
  ['application/xml', 'xml'],
  ['image/svg+xml', 'svg'],
  ['application/pdf', 'pdf'],
  ['application/x-pdf', 'pdf'],
  ['text/css', 'code'],
  ['text/javascript', 'code'],
  ['application/javascript', 'code'],
  ['application/x-javascript', 'code'],
  ['application/ecmascript', 'code'],
  ['application/typescript', 'code'],
  ['application/x-sh', 'code'],
  ['application/x-python', 'code'],
  ['application/x-httpd-php', 'code'],
  ['application/toml', 'code'],
  ['application/yaml', 'code'],
  ['application/x-yaml', 'code'],
  ['text/yaml', 'code'],
  ['application/sql', 'code'],
  ['application/graphql', 'code'],
]);

/** Languages of source code by the last part of a file's name; the value is what a code fence calls it. */
const LANGUAGES: Record<string, string> = {
  js: 'js',
  mjs: 'js',
  cjs: 'js',
  jsx: 'jsx',
  ts: 'ts',
  mts: 'ts',
  cts: 'ts',
  tsx: 'tsx',
  py: 'python',
  pyi: 'python',
  rb: 'ruby',
  rs: 'rust',
  go: 'go',
  c: 'c',
  h: 'c',
  cc: 'cpp',
  cpp: 'cpp',
  cxx: 'cpp',
  hpp: 'cpp',
  hh: 'cpp',
  cs: 'csharp',
  java: 'java',
  kt: 'kotlin',
  kts: 'kotlin',
  scala: 'scala',
  swift: 'swift',
  m: 'objectivec',
  php: 'php',
  pl: 'perl',
  pm: 'perl',
  lua: 'lua',
  r: 'r',
  jl: 'julia',
  hs: 'haskell',
  ml: 'ocaml',
  ex: 'elixir',
  exs: 'elixir',
  erl: 'erlang',
  clj: 'clojure',
  lisp: 'lisp',
  el: 'lisp',
  scm: 'scheme',
  sh: 'sh',
  bash: 'bash',
  zsh: 'zsh',
  fish: 'fish',
  ps1: 'powershell',
  bat: 'bat',
  sql: 'sql',
  css: 'css',
  scss: 'scss',
  less: 'less',
  vue: 'vue',
  svelte: 'svelte',
  yml: 'yaml',
  yaml: 'yaml',
  toml: 'toml',
  ini: 'ini',
  cfg: 'ini',
  conf: '',
  properties: 'properties',
  dockerfile: 'dockerfile',
  makefile: 'makefile',
  mk: 'makefile',
  cmake: 'cmake',
  gradle: 'groovy',
  groovy: 'groovy',
  dart: 'dart',
  zig: 'zig',
  nim: 'nim',
  tf: 'hcl',
  hcl: 'hcl',
  proto: 'protobuf',
  graphql: 'graphql',
  gql: 'graphql',
  tex: 'latex',
  diff: 'diff',
  patch: 'diff',
  vim: 'vim',
  asm: 'asm',
  s: 'asm',
  d: 'd',
  f90: 'fortran',
  pas: 'pascal',
  nix: 'nix',
  awk: 'awk',
};

const EXTENSIONS: Record<string, { kind: PageKind; type: string }> = {
  html: { kind: 'html', type: 'text/html' },
  htm: { kind: 'html', type: 'text/html' },
  xhtml: { kind: 'html', type: 'application/xhtml+xml' },
  md: { kind: 'markdown', type: 'text/markdown' },
  markdown: { kind: 'markdown', type: 'text/markdown' },
  mdx: { kind: 'markdown', type: 'text/markdown' },
  txt: { kind: 'text', type: 'text/plain' },
  text: { kind: 'text', type: 'text/plain' },
  log: { kind: 'text', type: 'text/plain' },
  csv: { kind: 'csv', type: 'text/csv' },
  tsv: { kind: 'csv', type: 'text/tab-separated-values' },
  json: { kind: 'json', type: 'application/json' },
  jsonl: { kind: 'json', type: 'application/x-ndjson' },
  ndjson: { kind: 'json', type: 'application/x-ndjson' },
  geojson: { kind: 'json', type: 'application/geo+json' },
  webmanifest: { kind: 'json', type: 'application/manifest+json' },
  xml: { kind: 'xml', type: 'application/xml' },
  rss: { kind: 'feed', type: 'application/rss+xml' },
  atom: { kind: 'feed', type: 'application/atom+xml' },
  svg: { kind: 'svg', type: 'image/svg+xml' },
  pdf: { kind: 'pdf', type: 'application/pdf' },
};

/** The kind that a media type names, or null where it names none that is read. */
export function byMediaType(type: string): PageKind | null {
  const known = TYPES.get(type);
  if (known !== undefined) return known;
  if (/\+json$/.test(type)) return 'json';
  if (/\+xml$/.test(type)) return 'xml';
  if (/^text\/x-|^application\/x-(?:perl|ruby|php|tex|lua|java)/.test(type)) return 'code';
  return type.startsWith('text/') ? 'text' : null;
}

function extensionOf(url: string | null): string | null {
  if (url === null) return null;
  const path = url.split(/[?#]/, 1)[0]!;
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  return dot < 0 ? (LANGUAGES[name] === undefined ? null : name) : name.slice(dot + 1);
}

/** The kind that the end of an address names, or null. */
export function byExtension(url: string | null): { kind: PageKind; type: string } | null {
  const extension = extensionOf(url);
  if (extension === null) return null;
  const known = Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined;
  return known ?? (Object.hasOwn(LANGUAGES, extension) ? { kind: 'code', type: 'text/plain' } : null);
}

/** What a code fence calls the language of a file, by its address, else its media type; '' where neither tells. */
export function languageOf(url: string | null, contentType: string): string {
  const extension = extensionOf(url);
  if (extension !== null && Object.hasOwn(LANGUAGES, extension)) return LANGUAGES[extension]!;
  const subtype = /^(?:text|application)\/(?:x-)?([a-z+#]+)(?:-script|-source|src)?$/.exec(contentType)?.[1] ?? '';
  if (subtype === 'plain') return '';
  return subtype === 'javascript' || subtype === 'ecmascript' ? 'js' : subtype;
}
