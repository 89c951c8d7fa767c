// Spawn to first tools/list answer: user CPU, wall and memory, against a bare bundled server on the same SDK, taken in turn.
// Usage: node bench/mcp/run.mjs [RUNS]
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundle } from '../../scripts/build.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const runs = Number(process.argv[2] ?? 15);
const scratch = mkdtempSync(join(tmpdir(), 'sallyport-bench-'));
const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

await bundle();
const bare = join(scratch, 'bare.mjs');
await build({
  entryPoints: [join(here, 'bare-server.mjs')],
  outfile: bare,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.18',
  logLevel: 'error',
});

const SERVERS = { bare: [bare], sallyport: [join(here, '..', '..', 'dist', 'bin.js'), 'mcp', '--provider', 'local'] };

function measure(argv) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, argv, {
      stdio: ['pipe', 'pipe', 'inherit'],
      cwd: scratch,
      env: { PATH: process.env.PATH, HOME: scratch },
    });
    const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    let text = '';
    child.on('error', reject);
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
        const line = text.slice(0, end);
        text = text.slice(end + 1);
        const message = JSON.parse(line);
        if (message.id === 1) {
          send({ method: 'notifications/initialized' });
          send({ id: 2, method: 'tools/list' });
        } else if (message.id === 2) {
          const wall = performance.now() - started;
          const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
          const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]);
          child.kill();
          resolve({
            wall,
            cpu: (Number(stat[11]) / ticks) * 1000,
            rss: rss / 1024,
            bytes: JSON.stringify(message.result.tools).length,
          });
        }
      }
    });
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
    });
  });
}

const seen = { bare: [], sallyport: [] };
for (let run = 0; run <= runs; run++) {
  for (const [name, argv] of Object.entries(SERVERS)) {
    const figures = await measure(argv);
    if (run > 0) seen[name].push(figures);
  }
}
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const table = Object.fromEntries(
  Object.entries(seen).map(([name, list]) => [
    name,
    {
      'user CPU ms': mean(list.map((f) => f.cpu)).toFixed(0),
      'wall ms': median(list.map((f) => f.wall)).toFixed(0),
      'RSS MB': median(list.map((f) => f.rss)).toFixed(0),
      'tools/list bytes': list[0].bytes,
    },
  ]),
);
console.table(table);
const ratio = mean(seen.sallyport.map((f) => f.cpu)) / mean(seen.bare.map((f) => f.cpu));
console.log(`user CPU, sallyport / bare: ${ratio.toFixed(2)} (target at most 1.50)`);
