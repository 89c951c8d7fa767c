import { fork } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { constants, createGzip } from 'node:zlib';
import { createJail, DEFAULT_NETWORK_POLICY } from '../../src/jail/index.js';

/**
 * What hostile servers cost in memory: 500 slow ones at once, and 1 GiB packed into 1 MiB. The servers are processes of
 * their own. Resident memory is sampled every 5 ms; "idle" is after one ordinary page.
 */
const SLOW = 500;
const DEADLINE_MS = 10_000;
const MIB = 1024 * 1024;

if (process.argv[2] === 'server') serve();
else await main();

function serve(): void {
  const bomb = packedGiB();
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {});
    socket.on('data', async (chunk) => {
      const path = chunk.toString('latin1').split(' ')[1];
      if (path === '/page') socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 4\r\n\r\npage');
      else if (path === '/bomb') {
        const packed = await bomb;
        socket.write(
          `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`,
        );
        socket.write(packed);
      } else {
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n');
        const timer = setInterval(() => socket.write('x'), 200);
        socket.on('close', () => clearInterval(timer));
      }
    });
  });
  server.listen(0, '127.0.0.1', 1024, async () => {
    await bomb;
    process.send!((server.address() as AddressInfo).port);
  });
  process.on('message', () => server.getConnections((_error, count) => process.send!(count)));
}

async function packedGiB(): Promise<Buffer> {
  const gzip = createGzip({ level: constants.Z_BEST_COMPRESSION });
  const chunks: Buffer[] = [];
  gzip.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => gzip.once('end', resolve));
  const block = Buffer.alloc(MIB, 'bomb ');
  for (let i = 0; i < 1024; i += 1) if (!gzip.write(block)) await new Promise((resolve) => gzip.once('drain', resolve));
  gzip.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Highest resident memory while something runs, in MiB. */
async function peakWhile<T>(work: () => Promise<T>): Promise<{ peak: number; result: T }> {
  let peak = process.memoryUsage.rss();
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  const result = await work();
  clearInterval(timer);
  return { peak: Math.max(peak, process.memoryUsage.rss()) / MIB, result };
}

async function main(): Promise<void> {
  const server = fork(process.argv[1]!, ['server']);
  const said = (): Promise<number> =>
    new Promise((resolve) => server.once('message', (message) => resolve(message as number)));
  const port = await said();
  const jail = createJail({ ...DEFAULT_NETWORK_POLICY, allowPrivate: [`127.0.0.1:${port}`] });
  const ask = (path: string, timeoutMs: number): Promise<string> =>
    jail
      .request({
        url: `http://127.0.0.1:${port}${path}`,
        purpose: 'page',
        maxBytes: 10 * MIB,
        timeoutMs,
        robots: 'ignore',
      })
      .then(
        (answer) => `${answer.status} ${answer.truncated ? 'cut' : 'whole'}`,
        (error) => `${error.code} (${error.rule})`,
      );

  await ask('/page', 30_000);
  const idle = process.memoryUsage.rss() / MIB;

  const bomb = await peakWhile(() => ask('/bomb', 30_000));
  console.log(`1 GiB behind 1 MiB: ${bomb.result}; peak ${(bomb.peak - idle).toFixed(1)} MiB above idle (limit 40)`);

  const start = performance.now();
  let last = 0;
  const slow = await peakWhile(() =>
    Promise.all(
      Array.from({ length: SLOW }, async () => {
        const end = await ask('/slow', DEADLINE_MS);
        last = performance.now() - start;
        return end;
      }),
    ),
  );
  const ends = [...new Set(slow.result)].join(', ');
  console.log(`${SLOW} slow servers at once: ${ends}; resident at most ${slow.peak.toFixed(0)} MiB (limit 200)`);
  console.log(`all ended after ${(last / DEADLINE_MS).toFixed(2)} of the deadline (limit 1.10)`);
  let left = -1;
  for (let i = 0; i < 50 && left !== 0; i += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    server.send('count');
    left = await said();
  }
  console.log(`sockets left: ${left} at the server, ${jail.openSockets()} in the jail (limit 0)`);
  await jail.close();
  server.kill();
}
