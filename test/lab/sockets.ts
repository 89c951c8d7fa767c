import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createJail, DEFAULT_NETWORK_POLICY } from '../../src/jail/index.js';
import { type LabCase, must, mustFail, text } from './lab-case.js';
import { answer } from './laboratory.js';

const PAGE = { purpose: 'page', maxBytes: 100_000, timeoutMs: 30_000 } as const;
const OK = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';

function reset(socket: Socket): void {
  socket.resetAndDestroy();
}

export const SOCKETS: readonly LabCase[] = [
  {
    id: 'reset-mid-body',
    area: 'protocol',
    does: 'RST after some bytes, always; then only the first time',
    right: 'a GET is tried once more on a fresh socket, never twice more; a POST not at all',
    run: async (lab) => {
      const always = await lab.site((socket) =>
        socket.write(`${OK}Content-Length: 100\r\n\r\nhello`, () => reset(socket)),
      );
      const figure = await mustFail(lab.fetch(always.url()), 'bad_response');
      must(always.connections === 2, `${always.connections} attempts`);
      await mustFail(lab.fetch(always.url(), { method: 'POST', body: 'x', retry: true }), 'bad_response');
      must(always.connections === 3, `${always.connections} attempts`);
      const once = await lab.site((socket, seen) =>
        seen.nth === 1
          ? socket.write(`${OK}Content-Length: 100\r\n\r\nhello`, () => reset(socket))
          : socket.end(answer('whole')),
      );
      const response = await lab.fetch(once.url());
      must(text(response) === 'whole' && response.attempts === 2, text(response));
      return `${figure}; attempts 2, then ${response.notes.join()}`;
    },
  },
  {
    id: 'close-early',
    area: 'protocol',
    does: 'closes before its status line, the first time',
    right: 'one more try on a fresh socket',
    run: async (lab) => {
      const site = await lab.site((socket, seen) => (seen.nth === 1 ? socket.destroy() : socket.end(answer('page'))));
      const response = await lab.fetch(site.url());
      must(text(response) === 'page' && response.attempts === 2 && site.connections === 2, text(response));
      return `attempts ${response.attempts}`;
    },
  },
  {
    id: 'no-retry-for-endpoints',
    area: 'protocol',
    does: 'closes early on a provider’s request',
    right: 'not tried again: the call may have been billed',
    run: async (lab) => {
      const site = await lab.site((socket) => socket.destroy());
      const figure = await mustFail(
        lab.fetch(site.url(), { purpose: 'endpoint', lockedTo: [site.host] }),
        'bad_response',
        'closed-early',
      );
      must(site.connections === 1, `${site.connections}`);
      return `${figure}, attempts 1`;
    },
  },
  {
    id: 'keepalive',
    area: 'protocol',
    does: 'ten pages in a row from one host',
    right: 'one connection',
    run: async (lab) => {
      const site = await lab.site((socket) => socket.write(answer('page')));
      const jail = lab.jail({ perHost: { concurrent: 2, perMinute: 100 } });
      for (let i = 0; i < 10; i += 1) await jail.request({ ...PAGE, url: site.url(`/${i}`) });
      must(site.connections === 1, `${site.connections}`);
      return `connections ${site.connections}`;
    },
  },
  {
    id: 'keepalive-poison',
    area: 'protocol',
    does: 'pushes a second answer behind the first',
    right: 'never matched to a later request',
    run: async (lab) => {
      const site = await lab.site((socket, seen) => {
        socket.write(
          seen.path === '/first' ? Buffer.concat([answer('first'), answer('poison')]) : answer(`true ${seen.path}`),
        );
      });
      const jail = lab.jail({ perHost: { concurrent: 2, perMinute: 100 } });
      const bodies: string[] = [];
      for (const path of ['/first', '/a', '/first', '/b'])
        bodies.push(text(await jail.request({ ...PAGE, url: site.url(path) })));
      must(bodies.join() === 'first,true /a,first,true /b', bodies.join());
      return 'poisoned bodies 0';
    },
  },
  {
    id: 'keepalive-dead',
    area: 'protocol',
    does: 'closes the idle socket between two pages',
    right: 'a fresh socket, no error',
    run: async (lab) => {
      const site = await lab.site((socket) => socket.end(answer('page')));
      const jail = lab.jail();
      for (let i = 0; i < 4; i += 1)
        must(text(await jail.request({ ...PAGE, url: site.url() })) === 'page', `page ${i}`);
      return `connections ${site.connections}`;
    },
  },
  {
    id: 'pool-policy',
    area: 'protocol',
    does: 'a permissive jail, and a permissive call of the same jail, leave a socket to a private address',
    right: 'a strict request never gets it',
    run: async () => {
      const server = createServer((_request, response) => response.end('private'));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}/`;
      let seen = 0;
      server.on('request', () => {
        seen += 1;
      });
      const open = createJail({ ...DEFAULT_NETWORK_POLICY, allowPrivate: [`127.0.0.1:${port}`] });
      const strict = createJail(DEFAULT_NETWORK_POLICY);
      try {
        await open.request({ ...PAGE, url });
        await mustFail(strict.request({ ...PAGE, url }), 'address_refused', 'loopback');
        await strict.request({
          ...PAGE,
          url,
          purpose: 'endpoint',
          operatorEndpoint: true,
          lockedTo: [`127.0.0.1:${port}`],
        });
        await mustFail(strict.request({ ...PAGE, url }), 'address_refused', 'loopback');
        must(seen === 2, `${seen} requests`);
      } finally {
        await Promise.all([open.close(), strict.close()]);
        server.close();
      }
      return 'strict requests on a permissive socket 0';
    },
  },
  {
    id: 'pool-trust-by-name',
    area: 'protocol',
    does: 'a name excepted by the operator answers privately; another page redirects to it',
    right: 'the redirect does not get the socket that the exception opened',
    run: async (lab) => {
      const inside = await lab.site((socket) => socket.write(answer('inside')), {
        host: 'app.example.org',
        address: '10.0.0.7',
        port: 8080,
      });
      const outside = await lab.site((socket) => socket.write(answer('', { Location: inside.url() }, '302 Found')));
      const jail = lab.jail({ allowPrivate: ['app.example.org:8080'] });
      must(text(await jail.request({ ...PAGE, url: inside.url() })) === 'inside', 'the exception itself');
      const figure = await mustFail(jail.request({ ...PAGE, url: outside.url() }), 'address_refused', 'private');
      must(inside.requests.length === 1, `${inside.requests.length}`);
      return `${figure}, requests seen 0`;
    },
  },
  {
    id: 'head-lies',
    area: 'protocol',
    does: 'HEAD would differ from GET',
    right: 'HEAD is never asked',
    run: async (lab) => {
      const site = await lab.site((socket, seen) => socket.end(answer(seen.method)));
      await lab.fetch(site.url());
      must(
        site.requests.every((seen) => seen.method === 'GET'),
        'HEAD',
      );
      return 'HEAD requests 0';
    },
  },
  {
    id: 'etag-poison',
    area: 'cache',
    does: 'ETag and long Cache-Control; 304 for something never cached',
    right: 'no cache in the jail: nothing conditional is sent, 304 is an answer without a body',
    run: async (lab) => {
      const site = await lab.site((socket, seen) =>
        socket.write(
          seen.path === '/304'
            ? answer('', {}, '304 Not Modified')
            : answer(`${seen.nth}`, { ETag: '"x"', 'Cache-Control': 'max-age=9999' }),
        ),
      );
      const jail = lab.jail();
      const bodies = [];
      for (let i = 0; i < 2; i += 1) bodies.push(text(await jail.request({ ...PAGE, url: site.url() })));
      const none = await jail.request({ ...PAGE, url: site.url('/304') });
      must(bodies.join() === '1,2' && none.status === 304 && none.body.length === 0, bodies.join());
      must(
        site.requests.every((seen) => !('if-none-match' in seen.headers)),
        'conditional',
      );
      return 'cross-hits 0';
    },
  },
  {
    id: 'peer-mismatch',
    area: 'protocol',
    does: '(socket layer) the connection lands on another address than the one that was checked',
    right: 'refused before a byte of HTTP',
    run: async (lab) => {
      const site = await lab.site((socket) => socket.end(answer('x')));
      const { connect } = await import('node:net');
      const jail = lab.jail(
        {},
        {
          unsafeDial: () => {
            const [host, port] = site.authority.split(':');
            const socket = connect({ host: host!, port: Number(port) });
            return { socket, peer: () => socket.remoteAddress };
          },
        },
      );
      const figure = await mustFail(jail.request({ ...PAGE, url: site.url() }), 'address_refused', 'peer-mismatch');
      must(site.bytesSeen === 0, `${site.bytesSeen} bytes`);
      return `${figure}, bytes seen ${site.bytesSeen}`;
    },
  },
];
