import { build } from 'esbuild';

/** Bundles one TypeScript input (`entryPoints` or `stdin`) into a file that Node can run: for benchmarks and generators. */
export function bundleFile(input, outfile) {
  return build({
    ...input,
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'error',
    // CommonJS packages inside an ES module bundle still call require() for node's own modules.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
}
