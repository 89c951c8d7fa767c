import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import { createJail, DEFAULT_NETWORK_POLICY, defaultUserAgent } from '../../src/jail/index.js';
import { requestHeaders } from '../../src/jail/request-headers.js';

/**
 * The guarded request against bare `undici.request` on loopback, keep-alive, same agent limits, in one run. The server
 * is a process of its own, so that its work is in neither figure. The two take turns batch by batch and the median counts, so
 * that a busy machine slows both. CPU is that of this process, all its threads.
 */
const SIZES = { '1 kB': 1024, '1 MB': 1024 * 1024 };

if (process.argv[2] === 'server') {
  const bodies = Object.values(SIZES).map((size) => Buffer.alloc(size, 'text of a page '));
  const server = createServer((asked, response) => {
    response.writeHead(200, {
      'content-type': 'text/html',
      'content-length': bodies[Number(asked.url!.slice(1))]!.length,
    });
    response.end(bodies[Number(asked.url!.slice(1))]);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
} else {
  await main();
}

async function main(): Promise<void> {
  const server = fork(process.argv[1]!, ['server']);
  const port = await new Promise<number>((resolve) => server.once('message', (message) => resolve(message as number)));
  const jail = createJail({ ...DEFAULT_NETWORK_POLICY, allowPrivate: [`127.0.0.1:${port}`] });
  const agent = new Agent({
    maxHeaderSize: 16 * 1024,
    headersTimeout: 30_000,
    bodyTimeout: 30_000,
    keepAliveTimeout: 4_000,
  });

  // Both send the same bytes.
  const headers = requestHeaders({}, { userAgent: defaultUserAgent(), anyType: false });

  const guarded = async (url: string): Promise<number> => {
    const answer = await jail.request({
      url,
      purpose: 'page',
      maxBytes: 10 * 1024 * 1024,
      timeoutMs: 30_000,
      robots: 'ignore',
    });
    return answer.body.length;
  };
  const bare = async (url: string): Promise<number> => {
    const { body } = await request(url, { dispatcher: agent, headers });
    return (await body.arrayBuffer()).byteLength;
  };

  console.log('| body | at once | bare undici, ms | guarded, ms | ratio | limit | CPU ratio |');
  console.log('|---|--:|--:|--:|--:|--:|--:|');
  let held = true;
  for (const [index, [name, size]] of Object.entries(SIZES).entries()) {
    for (const atOnce of [1, 50]) {
      const url = `http://127.0.0.1:${port}/${index}`;
      const batches = Math.ceil((size > 10_000 ? 600 : 6_000) / (atOnce === 1 ? 2 : 15));
      const [plain, safe]: [Sample, Sample] = [
        { ms: [], cpu: 0 },
        { ms: [], cpu: 0 },
      ];
      const batch = async (ask: (url: string) => Promise<number>, into: Sample): Promise<void> => {
        const cpu = process.cpuUsage();
        const start = performance.now();
        const sizes = await Promise.all(Array.from({ length: atOnce }, () => ask(url)));
        into.ms.push(performance.now() - start);
        const { user, system } = process.cpuUsage(cpu);
        into.cpu += user + system;
        if (sizes.some((got) => got !== size)) throw new Error('a body is missing bytes');
      };
      for (let i = 0; i < 50; i += 1) {
        await batch(bare, { ms: [], cpu: 0 });
        await batch(guarded, { ms: [], cpu: 0 });
      }
      for (let i = 0; i < batches; i += 1) {
        const both = [() => batch(bare, plain), () => batch(guarded, safe)];
        for (const one of i & 1 ? both : both.reverse()) await one();
      }
      const [b, g] = [median(plain.ms), median(safe.ms)];
      const limit = size > 10_000 ? 1.1 : 1.25;
      held &&= g / b <= limit;
      const cpu = (safe.cpu / plain.cpu).toFixed(2);
      console.log(
        `| ${name} | ${atOnce} | ${b.toFixed(3)} | ${g.toFixed(3)} | ${(g / b).toFixed(2)} | ${limit} | ${cpu} |`,
      );
    }
  }
  await jail.close();
  await agent.close();
  server.kill();
  console.log(held ? 'All ratios within their limit.' : 'A ratio is above its limit.');
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}

interface Sample {
  ms: number[];
  /** Microseconds. */
  cpu: number;
}
