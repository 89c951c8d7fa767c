import { gzipSync } from 'node:zlib';
import { failure, type LabCase, must, mustFail, text } from './lab-case.js';
import { answer } from './laboratory.js';

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';

export const TIME_AND_SIZE: readonly LabCase[] = [
  {
    id: 'slow-headers',
    area: 'time',
    does: 'one header line every 50 ms, for ever',
    right: 'the deadline ends it, the socket is gone',
    run: async (lab) => {
      const site = await lab.site((socket) => {
        socket.write(HEAD);
        const timer = setInterval(() => socket.write('X-A: b\r\n'), 50);
        socket.on('close', () => clearInterval(timer));
      });
      return endsInTime(site.sockets, lab.fetch(site.url(), { timeoutMs: 800 }), 800);
    },
  },
  {
    id: 'slow-connect',
    area: 'time',
    does: 'accepts the connection and never answers the TLS hello',
    right: 'connect timeout of 5 s, before the deadline of the call',
    run: async (lab) => {
      const site = await lab.site(() => {}, { port: 443, onConnection: (socket) => socket.resume() });
      const start = performance.now();
      const error = await failure(lab.fetch(`https://${site.host}/`, { timeoutMs: 20_000 }));
      must(error.code === 'timeout' && error.rule === 'connect', `${error.code} (${error.rule})`);
      return `${Math.round(performance.now() - start)} ms to ${error.code} (${error.rule})`;
    },
  },
  {
    id: 'drip-body',
    area: 'time',
    does: 'one byte of body every 50 ms',
    right: 'the deadline covers the body too',
    run: async (lab) => {
      const site = await lab.site((socket) => {
        socket.write(`${HEAD}\r\n`);
        const timer = setInterval(() => socket.write('x'), 50);
        socket.on('close', () => clearInterval(timer));
      });
      return endsInTime(site.sockets, lab.fetch(site.url(), { timeoutMs: 800 }), 800);
    },
  },
  {
    id: 'drip-redirect',
    area: 'time',
    does: 'a redirect whose own body never ends, to a page that answers',
    right: 'the redirect is followed at its header; the dripping socket is dropped',
    run: async (lab) => {
      const site = await lab.site((socket, seen) => {
        if (seen.path === '/page') {
          socket.end(answer('the page'));
          return;
        }
        socket.write('HTTP/1.1 302 Found\r\nLocation: /page\r\n\r\n');
        const timer = setInterval(() => socket.write('x'), 50);
        socket.on('close', () => clearInterval(timer));
      });
      const response = await lab.fetch(site.url());
      must(text(response) === 'the page', text(response));
      return `${response.redirects.length} hop, ${response.status}`;
    },
  },
  {
    id: 'cancelled-midway',
    area: 'time',
    does: 'is slow, and the caller gives up',
    right: 'cancelled at once, no socket left',
    run: async (lab) => {
      const site = await lab.site((socket) => socket.write(HEAD));
      const cancel = new AbortController();
      setTimeout(() => cancel.abort(), 100);
      const figure = await mustFail(lab.fetch(site.url(), { signal: cancel.signal }), 'cancelled');
      return `${figure}, sockets left ${await left(site.sockets)}`;
    },
  },
  {
    id: 'infinite-length',
    area: 'size',
    does: 'a body without length that never ends',
    right: 'a text is cut at the cap and says so; the socket is gone',
    run: async (lab) => {
      const site = await lab.site((socket) => flood(socket, `${HEAD}\r\n`, Buffer.alloc(16_384, 'a ')));
      const response = await lab.fetch(site.url(), { maxBytes: 100_000 });
      must(response.truncated && response.body.length === 100_000, `${response.body.length} bytes`);
      return `${response.body.length} bytes kept of a cap of 100000, sockets left ${await left(site.sockets)}`;
    },
  },
  {
    id: 'infinite-chunked',
    area: 'size',
    does: 'chunks without end',
    right: 'the same',
    run: async (lab) => {
      const chunk = Buffer.concat([Buffer.from('4000\r\n'), Buffer.alloc(16_384, 'a '), Buffer.from('\r\n')]);
      const site = await lab.site((socket) => flood(socket, `${HEAD}Transfer-Encoding: chunked\r\n\r\n`, chunk));
      const response = await lab.fetch(site.url(), { maxBytes: 100_000 });
      must(response.truncated && response.body.length === 100_000, `${response.body.length} bytes`);
      return `${response.body.length} bytes kept of a cap of 100000, sockets left ${await left(site.sockets)}`;
    },
  },
  {
    id: 'infinite-binary',
    area: 'size',
    does: 'a body of unknown type, without length, that is no text',
    right: 'refused at its first bytes, not at the cap',
    run: async (lab) => {
      const junk = Buffer.from(Array.from({ length: 4096 }, (_, i) => i & 255));
      const site = await lab.site((socket) => flood(socket, 'HTTP/1.1 200 OK\r\n\r\n', junk));
      const figure = await mustFail(lab.fetch(site.url(), { maxBytes: 50_000_000 }), 'unsupported_type', 'binary');
      return `${figure}, sockets left ${await left(site.sockets)}`;
    },
  },
  {
    id: 'exactly-the-cap',
    area: 'size',
    does: 'bodies of cap-1, cap and cap+1 bytes, of undeclared length',
    right: 'only the last is cut (no false notice)',
    run: async (lab) => {
      const site = await lab.site((socket, seen) => {
        socket.end(`${HEAD}Connection: close\r\n\r\n${'x'.repeat(1000 + Number(seen.path.slice(1)))}`);
      });
      const flags: boolean[] = [];
      for (const extra of [-1, 0, 1])
        flags.push((await lab.fetch(site.url(`/${extra}`), { maxBytes: 1000 })).truncated);
      must(flags.join() === 'false,false,true', flags.join());
      return `truncated: ${flags.join(', ')}`;
    },
  },
  {
    id: 'tiny-chunks',
    area: 'size',
    does: '20,000 chunks of one byte',
    right: 'the body, whole',
    run: async (lab) => {
      const site = await lab.site((socket) => {
        socket.end(`${HEAD}Transfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(20_000)}0\r\n\r\n`);
      });
      const response = await lab.fetch(site.url());
      must(response.body.length === 20_000, `${response.body.length}`);
      return `${response.body.length} bytes`;
    },
  },
  {
    id: 'gzip-tail',
    area: 'size',
    does: 'a gzip body that is done, then bytes without end on the same stream',
    right: 'the body that was packed, or a refusal by the cap on packed bytes; nothing is read for ever',
    run: async (lab) => {
      const packed = gzipSync('the page');
      const site = await lab.site((socket) =>
        flood(socket, `${HEAD}Content-Encoding: gzip\r\n\r\n`, Buffer.concat([packed, Buffer.alloc(4096)])),
      );
      const got = await lab.fetch(site.url()).then(text, (error) => error.rule);
      must(got === 'the page' || got === 'packed', got);
      return `${got}, sockets left ${await left(site.sockets)}`;
    },
  },
];

/** Writes for as long as the other side reads. */
export function flood(socket: import('node:net').Socket, head: string, chunk: Buffer): void {
  socket.write(head);
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

async function endsInTime(
  sockets: ReadonlySet<unknown>,
  call: Promise<never | unknown>,
  deadline: number,
): Promise<string> {
  const start = performance.now();
  await mustFail(call as Parameters<typeof mustFail>[0], 'timeout', 'deadline');
  const ratio = (performance.now() - start) / deadline;
  return `${ratio.toFixed(2)} of the deadline, sockets left ${await left(sockets)}`;
}

/** Sockets that the server still holds, once the closing had time to arrive. */
export async function left(sockets: ReadonlySet<unknown>): Promise<number> {
  for (let i = 0; i < 100 && sockets.size > 0; i += 1) await new Promise((resolve) => setTimeout(resolve, 20));
  must(sockets.size === 0, `${sockets.size} sockets left open`);
  return sockets.size;
}
