// Bundles what `bin` and `exports` name into dist/. Types come from tsc (`npm run build`).
// Skips the work where no source is newer than the last bundle, so that `npm start` stays quick.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, 'dist');
const stamp = join(out, '.bundled');

const ENTRIES = {
  bin: 'src/surfaces/cli/bin.ts',
  cli: 'src/surfaces/cli/main.ts',
  index: 'src/index.ts',
  extract: 'src/extract/index.ts',
  'extract-worker': 'src/extract/worker.ts',
  provider: 'src/providers/index.ts',
  mcp: 'src/surfaces/mcp/index.ts',
};

function newest(folder) {
  let time = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    time = Math.max(time, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }
  return time;
}

function fresh() {
  try {
    const built = statSync(stamp).mtimeMs;
    const inputs = Math.max(newest(join(root, 'src')), statSync(join(root, 'package-lock.json')).mtimeMs);
    return built > Math.max(inputs, statSync(fileURLToPath(import.meta.url)).mtimeMs);
  } catch {
    return false;
  }
}

/** The licence texts of everything that was bundled: most of them ask to travel with the code. */
function licences(metafile) {
  const packages = new Set();
  for (const input of Object.keys(metafile.inputs)) {
    const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (found) packages.add(found[1]);
  }
  const parts = [];
  for (const folder of [...packages].sort()) {
    const about = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const file = readdirSync(join(root, folder)).find((name) => /^(licen[cs]e|copying)/i.test(name));
    const text = file ? readFileSync(join(root, folder, file), 'utf8').trim() : `Licence: ${about.license}`;
    parts.push(`${about.name} ${about.version}\n\n${text}\n`);
  }
  return parts.join(`\n${'-'.repeat(80)}\n\n`);
}

export async function bundle() {
  if (fresh()) return false;
  const { build } = await import('esbuild');
  for (const name of readdirSync(root).includes('dist') ? readdirSync(out) : []) {
    if (name !== 'types') rmSync(join(out, name), { recursive: true, force: true });
  }
  mkdirSync(out, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ENTRIES,
    outdir: out,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.18',
    // Less to parse at each start; names stay, so that a stack trace still reads.
    minifySyntax: true,
    minifyWhitespace: true,
    external: ['@photostructure/sqlite', '@napi-rs/keyring', 'node:sqlite'],
    loader: { '.bin': 'binary' },
    // CommonJS packages inside an ES module bundle still call require() for node's own modules.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    chunkNames: 'chunks/[name]-[hash]',
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  writeFileSync(join(out, 'THIRD-PARTY-LICENSES.txt'), licences(metafile));
  writeFileSync(stamp, '');
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle();
