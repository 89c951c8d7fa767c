import { type LabCase, must, mustFail, text } from './lab-case.js';
import { answer } from './laboratory.js';

const PAGE = { purpose: 'page', maxBytes: 100_000, timeoutMs: 30_000 } as const;

export const POLITENESS: readonly LabCase[] = [
  {
    id: '429-seconds',
    area: 'politeness',
    does: '429 with Retry-After: 2, then the page; the same where 2 s are more than half of the deadline',
    right: 'waited for once, where the deadline has room; else reported',
    run: async (lab) => {
      const site = await lab.site((socket, seen) =>
        socket.write(seen.nth === 1 ? answer('', { 'Retry-After': '2' }, '429 Too Many Requests') : answer('page')),
      );
      const start = performance.now();
      const response = await lab.fetch(site.url());
      const waited = performance.now() - start;
      must(
        text(response) === 'page' && response.attempts === 2 && waited >= 1_900,
        `${response.status} after ${waited}`,
      );
      const busy = await lab.site((socket) =>
        socket.write(answer('', { 'Retry-After': '2' }, '429 Too Many Requests')),
      );
      const short = await lab.fetch(busy.url(), { timeoutMs: 3_000 });
      must(
        short.status === 429 && short.retryAfterSeconds === 2 && busy.requests.length === 1,
        `${short.retryAfterSeconds}`,
      );
      return `waited ${(waited / 1000).toFixed(1)} s; else retryAfterSeconds ${short.retryAfterSeconds}`;
    },
  },
  {
    id: '429-date',
    area: 'politeness',
    does: 'Retry-After as a date, a past date, garbage, 10^9, -5',
    right: 'clamped to 0 and a day, garbage ignored',
    run: async (lab) => {
      const soon = new Date(Date.now() + 100_000).toUTCString();
      const values = [soon, 'Thu, 01 Jan 1970 00:00:00 GMT', 'later', '1000000000', '-5'];
      const site = await lab.site((socket, seen) =>
        socket.end(answer('', { 'Retry-After': values[Number(seen.path.slice(1))]! }, '429 Too Many Requests')),
      );
      const got: (number | null | undefined)[] = [];
      for (const i of values.keys()) got.push((await lab.fetch(site.url(`/${i}`), { retry: false })).retryAfterSeconds);
      must(got[0]! > 80 && got[0]! <= 100 && got.slice(1).join() === '0,,86400,', got.join());
      return got.map(String).join(', ');
    },
  },
  {
    id: '503-once',
    area: 'politeness',
    does: '503 without Retry-After, always',
    right: 'tried once more, then handed on',
    run: async (lab) => {
      const site = await lab.site((socket) => socket.write(answer('busy', {}, '503 Service Unavailable')));
      const response = await lab.fetch(site.url());
      must(response.status === 503 && site.requests.length === 2, `${site.requests.length}`);
      return `status ${response.status}, attempts ${response.attempts}`;
    },
  },
  {
    id: '503-html',
    area: 'politeness',
    does: '503 with 10 MB of HTML',
    right: 'at most 64 KiB of it are kept',
    run: async (lab) => {
      const site = await lab.site((socket) =>
        socket.end(answer(Buffer.alloc(10_000_000, 'busy '), {}, '503 Service Unavailable')),
      );
      const response = await lab.fetch(site.url(), { retry: false, maxBytes: 20_000_000 });
      must(response.body.length === 65_536 && response.status === 503, `${response.body.length}`);
      return `${response.body.length} bytes kept`;
    },
  },
  {
    id: 'challenge',
    area: 'politeness',
    does: 'walls that say so in status or header: Cloudflare, Vercel, AWS WAF, DataDome, 999',
    right: 'named, not retried; an ordinary 403 and 503 are not called walls',
    run: async (lab) => {
      const walls: [string, Record<string, string>, string | null][] = [
        ['403 Forbidden', { 'CF-Mitigated': 'challenge' }, 'cloudflare-challenge'],
        ['503 Service Unavailable', { 'cf-mitigated': 'challenge' }, 'cloudflare-challenge'],
        ['429 Too Many Requests', { 'x-vercel-mitigated': 'challenge' }, 'vercel-challenge'],
        ['202 Accepted', { 'x-amzn-waf-action': 'challenge' }, 'aws-waf-challenge'],
        ['405 Method Not Allowed', { 'x-amzn-waf-action': 'captcha' }, 'aws-waf-challenge'],
        ['403 Forbidden', { 'X-DataDome': 'protected' }, 'datadome-challenge'],
        ['999 Request denied', {}, 'status-999'],
        ['403 Forbidden', {}, null],
        ['200 OK', { 'x-datadome': 'protected' }, null],
      ];
      const site = await lab.site((socket, seen) => {
        const [status, headers] = walls[Number(seen.path.slice(1))]!;
        socket.end(answer('<title>Just a moment</title>', headers, status));
      });
      for (const [i, [, , name]] of walls.entries()) {
        const { challenge } = await lab.fetch(site.url(`/${i}`));
        must(challenge === name, `${i}: ${challenge} instead of ${name}`);
      }
      must(site.requests.length === walls.length, `${site.requests.length} requests`);
      return `${walls.length} of ${walls.length} right, retries 0`;
    },
  },
  {
    id: 'honest-agent',
    area: 'politeness',
    does: 'looks at the User-Agent',
    right: 'name, version and address of the project; the operator’s where one is set; never a browser',
    run: async (lab) => {
      const site = await lab.site((socket, seen) => socket.end(answer(seen.headers['user-agent']!)));
      const own = text(await lab.fetch(site.url()));
      must(/^Sallyport\/\d+\.\d+\.\d+ \(\+https:\/\/[^)]+\)$/.test(own), own);
      const set = text(await lab.fetch(site.url(), {}, { userAgent: 'Acme/1.0 (ops@example.org)' }));
      must(set === 'Acme/1.0 (ops@example.org)', set);
      return own;
    },
  },
  {
    id: 'two-at-once',
    area: 'politeness',
    does: '(caller) six pages of one host at once',
    right: 'at most 2 run at a time; another host is not held up',
    run: async (lab) => {
      let running = 0;
      let most = 0;
      const site = await lab.site((socket) => {
        running += 1;
        most = Math.max(most, running);
        setTimeout(() => {
          running -= 1;
          socket.write(answer('page'));
        }, 60);
      });
      const other = await lab.site((socket) => socket.write(answer('other')));
      const jail = lab.jail();
      const order: string[] = [];
      const ask = (url: string): Promise<void> => jail.request({ ...PAGE, url }).then((r) => void order.push(text(r)));
      await Promise.all([...Array.from({ length: 6 }, (_, i) => ask(site.url(`/${i}`))), ask(other.url())]);
      must(most === 2 && order.indexOf('other') < 4, `${most} ${order.join()}`);
      return `at once ${most}`;
    },
  },
  {
    id: 'ten-a-minute',
    area: 'politeness',
    does: '(caller) eleven pages of one host',
    right: 'the eleventh waits for its minute, inside its own deadline',
    run: async (lab) => {
      const site = await lab.site((socket) => socket.write(answer('page')));
      const jail = lab.jail();
      for (let i = 0; i < 10; i += 1) await jail.request({ ...PAGE, url: site.url(`/${i}`) });
      const figure = await mustFail(
        jail.request({ ...PAGE, url: site.url('/11'), timeoutMs: 200 }),
        'timeout',
        'deadline',
      );
      must(site.requests.length === 10, `${site.requests.length}`);
      return `10 served, the eleventh: ${figure}`;
    },
  },
  {
    id: 'exception-not-throttled',
    area: 'politeness',
    does: '(caller) thirty pages of an excepted host',
    right: 'the operator’s own host is not throttled',
    run: async (lab) => {
      const site = await lab.site((socket) => socket.write(answer('own')), { host: 'own.test', address: '10.0.0.9' });
      const jail = lab.jail({ allowPrivate: ['own.test:80'] });
      await Promise.all(Array.from({ length: 30 }, () => jail.request({ ...PAGE, url: site.url() })));
      return `${site.requests.length} served`;
    },
  },
];

const ALLOW = { robots: 'obey' } as const;

function robotsTxt(body: string | Buffer, status = '200 OK', headers: Record<string, string> = {}): Buffer {
  return answer(body, { 'Content-Type': 'text/plain', ...headers }, status);
}

export const ROBOTS: readonly LabCase[] = [
  {
    id: 'robots',
    area: 'robots',
    does: 'disallows /private for everybody and /only-you for us',
    right: 'obeyed for a model, ignored for a person; asked once',
    run: async (lab) => {
      const rules = 'User-agent: *\nDisallow: /private\n\nUser-agent: SallyPort\nDisallow: /only-you\n';
      const site = await lab.site((socket, seen) =>
        socket.write(seen.path === '/robots.txt' ? robotsTxt(rules) : answer('page')),
      );
      const jail = lab.jail();
      const ask = { ...PAGE, ...ALLOW };
      must(
        text(await jail.request({ ...ask, url: site.url('/private') })) === 'page',
        'the group of everybody is not ours',
      );
      const figure = await mustFail(
        jail.request({ ...ask, url: site.url('/only-you/x') }),
        'robots_refused',
        'disallow',
      );
      must(
        text(await jail.request({ ...PAGE, robots: 'ignore', url: site.url('/only-you/x') })) === 'page',
        'a person',
      );
      const asked = site.requests.filter((seen) => seen.path === '/robots.txt').length;
      must(asked === 1, `${asked}`);
      return `${figure}; robots.txt asked ${asked} time`;
    },
  },
  {
    id: 'robots-500',
    area: 'robots',
    does: '500, 503 for robots.txt',
    right: 'refused, and the reason says so (RFC 9309, 2.3.1.4)',
    run: async (lab) => {
      const site = await lab.site((socket, seen) =>
        socket.write(seen.path === '/robots.txt' ? robotsTxt('', '503 Service Unavailable') : answer('page')),
      );
      const figure = await mustFail(lab.fetch(site.url(), ALLOW), 'robots_refused', 'unreachable');
      must(site.requests.length === 1, 'the page was asked');
      return figure;
    },
  },
  {
    id: 'robots-404',
    area: 'robots',
    does: '404, 403, 429 for robots.txt',
    right: 'allowed (RFC 9309, 2.3.1.3)',
    run: async (lab) => {
      for (const status of ['404 Not Found', '403 Forbidden', '429 Too Many Requests']) {
        const site = await lab.site((socket, seen) =>
          socket.write(seen.path === '/robots.txt' ? robotsTxt('', status) : answer('page')),
        );
        must(text(await lab.fetch(site.url(), ALLOW)) === 'page', status);
      }
      return 'read';
    },
  },
  {
    id: 'robots-silent',
    area: 'robots',
    does: 'accepts the robots.txt request and stays silent',
    right: 'a short deadline of its own, then refused',
    run: async (lab) => {
      const site = await lab.site((socket, seen) => {
        if (seen.path !== '/robots.txt') socket.write(answer('page'));
      });
      const start = performance.now();
      const figure = await mustFail(
        lab.fetch(site.url(), { ...ALLOW, timeoutMs: 20_000 }),
        'robots_refused',
        'unreachable',
      );
      return `${figure} after ${Math.round(performance.now() - start)} ms of 20000`;
    },
  },
  {
    id: 'robots-10mib',
    area: 'robots',
    does: 'a robots.txt of 10 MiB, our rule first',
    right: 'the first 512 KiB count',
    run: async (lab) => {
      const big = Buffer.concat([
        Buffer.from('User-agent: *\nDisallow: /no\n'),
        Buffer.alloc(10 * 1024 * 1024, '# x\n'),
      ]);
      const site = await lab.site((socket, seen) =>
        socket.write(seen.path === '/robots.txt' ? robotsTxt(big) : answer('page')),
      );
      must(text(await lab.fetch(site.url('/yes'), ALLOW)) === 'page', 'yes');
      return mustFail(lab.fetch(site.url('/no'), ALLOW), 'robots_refused', 'disallow');
    },
  },
  {
    id: 'robots-redirect-private',
    area: 'robots',
    does: 'robots.txt redirects to a loopback address',
    right: 'not followed; not knowing is not a yes',
    run: async (lab) => {
      const site = await lab.site((socket, seen) =>
        socket.write(
          seen.path === '/robots.txt'
            ? robotsTxt('', '302 Found', { Location: 'http://127.0.0.1/robots.txt' })
            : answer('page'),
        ),
      );
      const figure = await mustFail(lab.fetch(site.url(), ALLOW), 'robots_refused', 'unreachable');
      must(lab.dialled.length === 1, lab.dialled.join());
      return `${figure}, connections 0`;
    },
  },
  {
    id: 'robots-of-refused-host',
    area: 'robots',
    does: '(caller) a page on a private address, robots to be obeyed',
    right: 'the robots request does not go there either',
    run: async (lab) => {
      lab.zone('inside.example.org', { addresses: ['10.0.0.5'] });
      await mustFail(lab.fetch('http://127.0.0.1:81/', ALLOW), 'address_refused', 'loopback');
      await mustFail(lab.fetch('http://inside.example.org/', ALLOW), 'address_refused', 'private');
      must(lab.dialled.length === 0, lab.dialled.join());
      return 'connections 0';
    },
  },
  {
    id: 'robots-wildcards',
    area: 'robots',
    does: '512 KiB of wildcards that nearly match, against a path of 4,000 characters',
    right: 'bounded: well under a second of work',
    run: async (lab) => {
      const rules = `User-agent: *\n${`Disallow: /${'*a'.repeat(250)}b\n`.repeat(1000)}`;
      const site = await lab.site((socket, seen) =>
        socket.write(seen.path === '/robots.txt' ? robotsTxt(rules) : answer('page')),
      );
      const start = process.cpuUsage();
      must(text(await lab.fetch(site.url(`/${'a'.repeat(3900)}`), ALLOW)) === 'page', 'page');
      return `${Math.round(process.cpuUsage(start).user / 1000)} ms of CPU with all that ran beside it`;
    },
  },
];
