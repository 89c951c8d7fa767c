import { failure, type LabCase, must, mustFail, text } from './lab-case.js';
import { answer, Laboratory, redirect, type Site } from './laboratory.js';

const SECRETS = { 'x-api-key': 'k-1', 'x-subscription-token': 'k-2', authorization: 'Bearer k-3' };

/** Redirects to `target` and what must come of it. Nothing may be dialled beside the first server. */
function refusedHop(id: string, does: string, target: string, rule: string): LabCase {
  return {
    id,
    area: 'redirect',
    does,
    right: `the hop is refused (${rule}) and nothing is dialled for it`,
    run: async (lab) => {
      lab.zone('inside.example.org', { addresses: ['10.0.0.5'] });
      lab.zone('mixed.example.org', { addresses: ['93.184.215.200', '127.0.0.1'] });
      const site = await lab.site((socket) => socket.end(redirect(target)));
      const figure = await mustFail(
        lab.fetch(site.url()),
        rule === 'private' || rule === 'loopback' ? codeOf(target) : 'redirect_refused',
        rule,
      );
      must(lab.dialled.length === 1, `dialled ${lab.dialled.join(' ')}`);
      return `${figure}, connections 0`;
    },
  };
}

/** A name is refused when its answers are seen, an address when its text is. */
function codeOf(target: string): 'address_refused' | 'redirect_refused' {
  return /^https?:\/\/[a-z]/.test(target) ? 'address_refused' : 'redirect_refused';
}

async function twoSites(
  lab: Laboratory,
  send: (to: string) => Buffer,
  how: { tls?: boolean } = {},
): Promise<[Site, Site]> {
  const second = await lab.site((socket) => socket.end(answer('second')), how);
  const first = await lab.site((socket) => socket.end(send(second.url('/target'))), how);
  return [first, second];
}

export const REDIRECTS: readonly LabCase[] = [
  {
    id: 'redirect-loop',
    area: 'redirect',
    does: '302 to itself',
    right: 'stopped and named with its chain',
    run: async (lab) => {
      const site = await lab.site((socket, seen) => socket.write(redirect(seen.path === '/a' ? '/b' : '/a')));
      const error = await failure(lab.fetch(site.url('/a')));
      must(error.code === 'too_many_redirects' && error.rule === 'loop', `${error.code} (${error.rule})`);
      must(error.message.includes('/b -> ') && error.message.includes('/a'), error.message);
      return `${site.requests.length} requests, ${error.code} (${error.rule})`;
    },
  },
  {
    id: 'redirect-endless',
    area: 'redirect',
    does: 'each hop to a new address',
    right: '5 are followed, the sixth is not',
    run: async (lab) => {
      const site = await lab.site((socket, seen) => {
        const at = Number(seen.path.slice(1));
        socket.write(at === 5 && seen.headers['x-stop'] ? answer('end') : redirect(`/${at + 1}`));
      });
      const figure = await mustFail(lab.fetch(site.url('/0')), 'too_many_redirects', 'limit');
      const reached = await lab.fetch(site.url('/0'), { headers: { 'x-stop': '1' } });
      must(reached.redirects.length === 5, `${reached.redirects.length}`);
      return `5 hops followed; the sixth: ${figure}`;
    },
  },
  refusedHop('redirect-private-ip', '302 to http://127.0.0.1/', 'http://127.0.0.1/secret', 'loopback'),
  refusedHop('redirect-private-hex', '302 to http://[::ffff:7f00:1]/', 'http://[::ffff:7f00:1]/', 'mapped:loopback'),
  refusedHop('redirect-private-name', '302 to a name with a private answer', 'http://inside.example.org/', 'private'),
  refusedHop(
    'redirect-mixed-name',
    '302 to a name with a public and a loopback answer',
    'http://mixed.example.org/',
    'loopback',
  ),
  refusedHop('redirect-metadata', '302 to 169.254.169.254', 'http://169.254.169.254/latest/meta-data/', 'link-local'),
  refusedHop(
    'redirect-metadata-name',
    '302 to metadata.google.internal',
    'http://metadata.google.internal/',
    'special-name',
  ),
  {
    id: 'redirect-rebind',
    area: 'redirect',
    does: '302 to the same host, whose second answer is private',
    right: 'the hop is resolved and judged anew',
    run: async (lab) => {
      const site = await lab.site((socket, seen) => socket.end(seen.path === '/' ? redirect('/again') : answer('x')), {
        host: 'rebind.example.org',
        address: '93.184.215.77',
      });
      lab.zone('rebind.example.org', { inTurn: [['93.184.215.77'], ['127.0.0.1']] });
      const figure = await mustFail(lab.fetch(site.url()), 'address_refused', 'loopback');
      must(lab.dialled.length === 1, lab.dialled.join());
      return `${figure}, connections 0`;
    },
  },
  {
    id: 'redirect-file',
    area: 'redirect',
    does: '302 to file:, data:, ftp:, javascript:, gopher:',
    right: 'refused',
    run: async (lab) => {
      const targets = [
        'file:///etc/passwd',
        'data:text/html,x',
        'ftp://example.com/',
        'javascript:alert(1)',
        'gopher://127.0.0.1:6379/_INFO',
      ];
      const site = await lab.site((socket, seen) => socket.end(redirect(targets[Number(seen.path.slice(1))]!)));
      for (const i of targets.keys()) await mustFail(lab.fetch(site.url(`/${i}`)), 'redirect_refused', 'scheme');
      return `${targets.length} of ${targets.length} refused`;
    },
  },
  {
    id: 'redirect-downgrade',
    area: 'redirect',
    does: 'https to http',
    right: 'refused; the target sees nothing',
    run: async (lab) => {
      const plain = await lab.site((socket) => socket.end(answer('plain')));
      const secure = await lab.site((socket) => socket.end(redirect(plain.url())), { tls: true });
      const figure = await mustFail(
        lab.fetch(secure.url(), { headers: SECRETS }, { caFile: Laboratory.caFile() }),
        'redirect_refused',
        'downgrade',
      );
      must(plain.connections === 0, 'the plain site was dialled');
      return `${figure}, credential headers seen 0`;
    },
  },
  {
    id: 'redirect-upgrade-and-back',
    area: 'redirect',
    does: 'http to https, and from there to a loopback address (CVE-2023-28155)',
    right: 'the guard holds across the change of scheme',
    run: async (lab) => {
      const secure = await lab.site((socket) => socket.end(redirect('https://127.0.0.1/')), { tls: true });
      const plain = await lab.site((socket) => socket.end(redirect(secure.url())));
      const figure = await mustFail(
        lab.fetch(plain.url(), {}, { caFile: Laboratory.caFile() }),
        'redirect_refused',
        'loopback',
      );
      must(lab.dialled.length === 2, lab.dialled.join());
      return figure;
    },
  },
  {
    id: 'redirect-port',
    area: 'redirect',
    does: '302 to port 25, then to port 8080 of the same host',
    right: 'the port rule holds on each hop; another web port is followed',
    run: async (lab) => {
      const other = await lab.site((socket) => socket.end(answer('other port')), {
        host: 'p.example.org',
        address: '93.184.215.50',
        port: 8080,
      });
      const site = await lab.site(
        (socket, seen) => socket.end(redirect(seen.path === '/bad' ? 'http://p.example.org:25/' : other.url())),
        { host: 'p.example.org', address: '93.184.215.50' },
      );
      const figure = await mustFail(lab.fetch(site.url('/bad')), 'redirect_refused', 'port');
      must(text(await lab.fetch(site.url('/good'))) === 'other port', 'not followed');
      return figure;
    },
  },
  {
    id: 'redirect-userinfo',
    area: 'redirect',
    does: 'Location with user:pw@',
    right: 'refused; no Authorization is made of it',
    run: async (lab) => {
      const second = await lab.site((socket) => socket.end(answer('x')));
      const site = await lab.site((socket) => socket.end(redirect(second.url().replace('://', '://user:pw@'))));
      const figure = await mustFail(lab.fetch(site.url()), 'redirect_refused', 'userinfo');
      must(second.connections === 0, 'dialled');
      return `${figure}, Authorization seen 0`;
    },
  },
  {
    id: 'redirect-method',
    area: 'redirect',
    does: '307 and 308 on a POST: of a page to another origin, of a provider anywhere',
    right: 'no body reaches the second host',
    run: async (lab) => {
      for (const status of ['307 Temporary Redirect', '308 Permanent Redirect']) {
        const [first, second] = await twoSites(lab, (to) => redirect(to, status));
        await mustFail(
          lab.fetch(first.url(), { method: 'POST', body: 'api_key=k' }),
          'redirect_refused',
          'body-to-another-origin',
        );
        const endpoint = { purpose: 'endpoint', lockedTo: [first.host], method: 'POST', body: 'api_key=k' } as const;
        await mustFail(lab.fetch(first.url(), endpoint), 'redirect_refused', 'endpoint');
        must(second.requests.length === 0, 'the second host was asked');
      }
      return 'bodies seen by the second host 0';
    },
  },
  {
    id: 'redirect-303',
    area: 'redirect',
    does: '303 on a POST, same origin',
    right: 'a GET without the body',
    run: async (lab) => {
      const site = await lab.site((socket, seen) =>
        socket.write(seen.method === 'POST' ? redirect('/done', '303 See Other') : answer(seen.method)),
      );
      const response = await lab.fetch(site.url(), { method: 'POST', body: 'x=1' });
      must(text(response) === 'GET' && site.requests[1]!.headers['content-length'] === undefined, text(response));
      return text(response);
    },
  },
  {
    id: 'redirect-header-leak',
    area: 'redirect',
    does: '302 to another origin while secret headers are set (CVE-2026-40895)',
    right: 'every caller header is dropped, none that has a known name alone',
    run: async (lab) => {
      const [first, second] = await twoSites(lab, (to) => redirect(to));
      const response = await lab.fetch(first.url(), { headers: { ...SECRETS, 'x-unheard-of': 'k-4' } });
      const got = JSON.stringify(second.requests[0]!.headers);
      must(text(response) === 'second' && !got.includes('k-'), got);
      must(JSON.stringify(first.requests[0]!.headers).includes('k-4'), 'the first host should have got them');
      return 'secret headers seen 0';
    },
  },
  {
    id: 'redirect-same-origin-headers',
    area: 'redirect',
    does: '302 within the origin',
    right: 'caller headers stay',
    run: async (lab) => {
      const site = await lab.site((socket, seen) =>
        socket.write(seen.path === '/' ? redirect('/x') : answer(seen.headers['x-api-key'] ?? 'none')),
      );
      const got = text(await lab.fetch(site.url(), { headers: SECRETS }));
      must(got === 'k-1', got);
      return 'kept';
    },
  },
  {
    id: 'cookies-cross-site',
    area: 'redirect',
    does: 'Set-Cookie, then a redirect to itself and elsewhere',
    right: 'no jar: no cookie is ever sent',
    run: async (lab) => {
      const second = await lab.site((socket) => socket.end(answer('x')));
      const site = await lab.site((socket, seen) =>
        socket.end(
          answer('', { Location: seen.path === '/' ? '/2' : second.url(), 'Set-Cookie': 'a=b; Path=/' }, '302 Found'),
        ),
      );
      await lab.fetch(site.url());
      const all = [...site.requests, ...second.requests];
      must(all.length === 3 && all.every((seen) => seen.headers['cookie'] === undefined), JSON.stringify(all));
      return 'Cookie seen 0';
    },
  },
  {
    id: '300-no-location',
    area: 'redirect',
    does: '300 with, 302 without Location, 302 with an empty one',
    right: 'an answer with its status, not a wait',
    run: async (lab) => {
      const site = await lab.site((socket, seen) =>
        socket.end(
          seen.path === '/300'
            ? answer('many', { Location: '/else' }, '300 Multiple Choices')
            : answer('none', seen.path === '/empty' ? { Location: '' } : {}, '302 Found'),
        ),
      );
      const got = [];
      for (const path of ['/300', '/302', '/empty']) got.push((await lab.fetch(site.url(path))).status);
      must(got.join() === '300,302,302' && site.requests.length === 3, got.join());
      return got.join(', ');
    },
  },
  {
    id: 'two-locations',
    area: 'redirect',
    does: 'two different Location headers; two equal ones',
    right: 'the ambiguous one is refused',
    run: async (lab) => {
      const site = await lab.site((socket, seen) => {
        const second = seen.path === '/same' ? '/a' : '/b';
        socket.end(
          seen.path === '/a'
            ? answer('a')
            : `HTTP/1.1 302 Found\r\nLocation: /a\r\nLocation: ${second}\r\nContent-Length: 0\r\n\r\n`,
        );
      });
      const figure = await mustFail(lab.fetch(site.url('/')), 'bad_response', 'two-locations');
      must(text(await lab.fetch(site.url('/same'))) === 'a', 'equal ones are one');
      return figure;
    },
  },
  {
    id: 'location-tricks',
    area: 'redirect',
    does: 'Location with tab, backslashes, //host, @, fullwidth digits in UTF-8, and 8 kB long',
    right: 'read by the one parser that judged the first address',
    run: async (lab) => {
      const tricks: [string, string][] = [
        ['http:\\\\127.0.0.1\\', 'loopback'],
        ['//127.0.0.1/', 'loopback'],
        ['\\\\127.0.0.1\\x', 'loopback'],
        ['http://example.com@127.0.0.1/', 'userinfo'],
        [Buffer.from('http://１２７.０.０.１/').toString('latin1'), 'loopback'],
        ['http://127.0.0.1#@example.com/', 'loopback'],
        ['/\t/127.0.0.1/', ''],
        [`/${'a'.repeat(8000)}`, 'too-long'],
      ];
      const site = await lab.site((socket, seen) =>
        socket.end(redirect(tricks[Number(/^\/(\d)$/.exec(seen.path)?.[1] ?? 6)]?.[0] ?? '/')),
      );
      for (const [i, [, rule]] of tricks.entries()) {
        // The tab becomes a space and so part of a path: no hop to 127.0.0.1 either way.
        if (rule !== '') await mustFail(lab.fetch(site.url(`/${i}`)), 'redirect_refused', rule);
      }
      must(
        lab.dialled.every((to) => to.startsWith('93.')),
        lab.dialled.join(),
      );
      return `${tricks.length} of ${tricks.length} right`;
    },
  },
  {
    id: 'meta-refresh',
    area: 'redirect',
    does: 'meta refresh, Refresh header, location in script',
    right: 'never followed',
    run: async (lab) => {
      const second = await lab.site((socket) => socket.end(answer('x')));
      const page = `<meta http-equiv="refresh" content="0;url=${second.url()}"><script>location='${second.url()}'</script>`;
      const site = await lab.site((socket) => socket.end(answer(page, { Refresh: `0; url=${second.url()}` })));
      await lab.fetch(site.url());
      must(second.connections === 0, 'followed');
      return 'requests seen 0';
    },
  },
  {
    id: 'data-url',
    area: 'redirect',
    does: 'the model asks for data:, blob:, about:',
    right: 'refused before anything is done: a model must not quote itself as a web page',
    run: async (lab) => {
      for (const url of ['data:text/html,<b>x</b>', 'blob:https://example.com/1', 'about:blank']) {
        await mustFail(lab.fetch(url), 'url_refused', 'scheme');
      }
      return 'url_refused (scheme)';
    },
  },
  {
    id: 'redirect-egress',
    area: 'redirect',
    does: '302 to a site that the caller’s egress rule does not allow',
    right: 'the rule is asked before the hop is resolved; refused with the target',
    run: async (lab) => {
      const [first, second] = await twoSites(lab, (to) => redirect(to));
      const error = await failure(
        lab.fetch(first.url(), {
          judgeHop: (hop) => ({
            verdict: 'refuse',
            rule: 'not-seen',
            reason: `hop ${hop.index}`,
            code: 'egress_refused',
            hint: 'Ask.',
          }),
        }),
      );
      must(error.code === 'redirect_refused' && error.rule === 'not-seen', `${error.code} (${error.rule})`);
      must(
        error.facts?.['target'] === second.url('/target') && !lab.dns.asked.some((q) => q.startsWith(second.host)),
        'resolved',
      );
      return `${error.code} (${error.rule}), look-ups 0`;
    },
  },
];
