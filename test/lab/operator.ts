import { connect, type Socket } from 'node:net';
import { type LabCase, must, mustFail, text } from './lab-case.js';
import { answer, Laboratory, redirect } from './laboratory.js';

const PAGE = { purpose: 'page', maxBytes: 100_000, timeoutMs: 30_000 } as const;

export const OPERATOR: readonly LabCase[] = [
  {
    id: 'proxy-env',
    area: 'operator',
    does: 'HTTP_PROXY, HTTPS_PROXY and ALL_PROXY in the environment',
    right: 'no proxy is ever taken from there',
    run: async (lab) => {
      const proxy = await lab.site((socket) => socket.end(answer('proxied')));
      const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
      for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : `http://${proxy.authority}`;
      try {
        const site = await lab.site((socket) => socket.end(answer('direct')));
        must(text(await lab.fetch(site.url())) === 'direct' && proxy.connections === 0, 'proxied');
      } finally {
        for (const name of names) delete process.env[name];
      }
      return 'silent proxy use 0';
    },
  },
  {
    id: 'proxy-explicit',
    area: 'operator',
    does: 'the operator’s proxy, with a credential, for http and https',
    right: 'used and declared as the guard; its credential goes to it alone; the text of addresses is still judged',
    run: async (lab) => {
      const target = await lab.site((socket, seen) => socket.end(answer(JSON.stringify(seen.headers))), {
        tls: true,
        host: 'behind.example.org',
      });
      const proxy = await lab.site(
        (socket, seen) => {
          if (seen.method === 'CONNECT') tunnel(socket, target.authority);
          else socket.end(answer(`via proxy ${seen.path}`));
        },
        { host: 'proxy.test', address: '10.9.9.9', port: 3128 },
      );
      const jail = lab.jail({ proxy: 'http://user:secret@proxy.test:3128', caFile: Laboratory.caFile() });
      const plain = await jail.request({ ...PAGE, url: 'http://plain.example.org/a?b' });
      must(text(plain) === 'via proxy http://plain.example.org/a?b' && plain.guard === 'proxy', text(plain));
      const secure = await jail.request({ ...PAGE, url: target.url() });
      must(!text(secure).includes('proxy-authorization'), 'the credential reached the target');
      must(
        proxy.requests.every((seen) => seen.headers['proxy-authorization'] === `Basic ${btoa('user:secret')}`),
        'credential',
      );
      must(!lab.dns.asked.some((name) => name.startsWith('plain') || name.startsWith('behind')), 'resolved here');
      await mustFail(jail.request({ ...PAGE, url: 'http://127.0.0.1/' }), 'address_refused', 'loopback');
      return `guard: ${secure.guard}`;
    },
  },
  {
    id: 'proxy-hostile',
    area: 'operator',
    does: 'a proxy that answers 407, nonsense, or a header without end',
    right: 'connect_failed, bounded',
    run: async (lab) => {
      const replies = [
        'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n',
        'nonsense\r\n\r\n',
        `HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(5000)}`,
      ];
      for (const reply of replies) {
        await lab.site((socket) => socket.write(reply), { host: 'proxy.test', address: '10.9.9.9', port: 3128 });
        await mustFail(
          lab.fetch('https://x.example.org/', {}, { proxy: 'http://proxy.test:3128' }),
          'connect_failed',
          'proxy',
        );
      }
      return `${replies.length} of ${replies.length} refused`;
    },
  },
  {
    id: 'exception-exact',
    area: 'operator',
    does: 'allowPrivate for one host:port',
    right:
      'that one is read, itself redirecting to itself too; the next port, another spelling of the host, a redirect from elsewhere are not',
    run: async (lab) => {
      const own = await lab.site((socket, seen) => socket.write(seen.path === '/r' ? redirect('/') : answer('own')), {
        host: 'own.test',
        address: '10.0.0.10',
        port: 8080,
      });
      const next = await lab.site((socket) => socket.write(answer('next')), {
        host: 'own.test',
        address: '10.0.0.10',
        port: 8081,
      });
      const outside = await lab.site((socket) => socket.write(redirect(own.url())));
      const policy = { allowPrivate: ['own.test:8080'] };
      must(text(await lab.fetch(own.url('/r'), {}, policy)) === 'own', 'own');
      await mustFail(lab.fetch(next.url(), {}, policy), 'url_refused', 'special-name');
      await mustFail(lab.fetch('http://10.0.0.10:8080/', {}, policy), 'address_refused', 'private');
      await mustFail(lab.fetch(outside.url(), {}, policy), 'redirect_refused', 'special-name');
      must(next.connections === 0 && own.requests.length === 2, 'reached');
      return 'reached 1 of 4';
    },
  },
  {
    id: 'exception-to-exception',
    area: 'operator',
    does: 'one excepted host redirects to another excepted one',
    right: 'refused: each was opened for itself',
    run: async (lab) => {
      const second = await lab.site((socket) => socket.write(answer('second')), {
        host: 'b.test',
        address: '10.0.0.12',
      });
      const first = await lab.site((socket) => socket.write(redirect(second.url())), {
        host: 'a.test',
        address: '10.0.0.11',
      });
      const figure = await mustFail(
        lab.fetch(first.url(), {}, { allowPrivate: ['a.test:80', 'b.test:80'] }),
        'redirect_refused',
      );
      must(second.connections === 0, 'reached');
      return figure;
    },
  },
  {
    id: 'endpoint-locked',
    area: 'operator',
    does: 'a provider’s request to another host, another port, a private address that nobody named; then to its own',
    right: 'only its own; a private one only where the operator named it, never an exception meant for pages',
    run: async (lab) => {
      const api = await lab.site((socket) => socket.write(answer('{}')), { host: 'api.example.org' });
      const own = await lab.site((socket) => socket.write(answer('{}')), {
        host: 'searx.test',
        address: '10.0.0.13',
        port: 8888,
      });
      const ask = { purpose: 'endpoint', lockedTo: ['api.example.org'] } as const;
      await mustFail(lab.fetch('http://other.example.org/', ask), 'url_refused', 'locked');
      await mustFail(lab.fetch('http://api.example.org:8080/', ask), 'url_refused', 'locked');
      must(text(await lab.fetch(api.url(), ask)) === '{}', 'its own');
      const private_ = { purpose: 'endpoint', lockedTo: ['searx.test:8888'] } as const;
      await mustFail(
        lab.fetch(own.url(), private_, { allowPrivate: ['searx.test:8888'] }),
        'url_refused',
        'special-name',
      );
      must(text(await lab.fetch(own.url(), { ...private_, operatorEndpoint: true })) === '{}', 'named by the operator');
      await mustFail(
        lab.fetch('http://169.254.169.254/', {
          purpose: 'endpoint',
          lockedTo: ['169.254.169.254'],
          operatorEndpoint: true,
        }),
        'address_refused',
        'link-local',
      );
      return 'reached 2 of 6';
    },
  },
];

/** Plays a proxy: joins two sockets. */
function tunnel(socket: Socket, authority: string): void {
  const [host, port] = authority.split(':');
  const onward = connect({ host: host!, port: Number(port) }, () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    socket.removeAllListeners('data');
    socket.pipe(onward).pipe(socket);
  });
  onward.on('error', () => socket.destroy());
  socket.on('close', () => onward.destroy());
}
