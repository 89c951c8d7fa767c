import { failure, type LabCase, must, mustFail, text } from './lab-case.js';
import { answer } from './laboratory.js';

export const DNS: readonly LabCase[] = [
  {
    id: 'dns-slow',
    area: 'dns',
    does: 'a resolver that never answers',
    right: 'dns_failed after its own tries; the deadline where that is shorter',
    run: async (lab) => {
      lab.zone('slow.example.org', { silent: true });
      const start = performance.now();
      const figure = await mustFail(
        lab.fetch('http://slow.example.org/', { timeoutMs: 20_000 }),
        'dns_failed',
        'resolver-silent',
      );
      const ms = Math.round(performance.now() - start);
      await mustFail(lab.fetch('http://slow.example.org/', { timeoutMs: 300 }), 'timeout', 'deadline');
      return `${figure} after ${ms} ms; 300 ms deadline held`;
    },
  },
  {
    id: 'dns-nxdomain',
    area: 'dns',
    does: 'NXDOMAIN; SERVFAIL; no address at all',
    right: 'dns_failed, each with its rule',
    run: async (lab) => {
      lab.zone('broken.example.org', { rcode: 2 });
      lab.zone('empty.example.org', { addresses: [] });
      await mustFail(lab.fetch('http://nowhere.example.org/'), 'dns_failed', 'no-such-name');
      await mustFail(lab.fetch('http://broken.example.org/'), 'dns_failed', 'resolver-failed');
      return mustFail(lab.fetch('http://empty.example.org/'), 'dns_failed', 'no-address');
    },
  },
  {
    id: 'dns-1000',
    area: 'dns',
    does: '1,000 public addresses; the same with one private among them, last',
    right: 'all are judged; few are tried',
    run: async (lab) => {
      const many = Array.from({ length: 1000 }, (_, i) => `45.${i >> 8}.${i & 255}.9`);
      lab.zone('many.example.org', { addresses: many });
      lab.zone('spiked.example.org', { addresses: [...many, '10.0.0.1'] });
      await mustFail(lab.fetch('http://spiked.example.org/'), 'address_refused', 'private');
      must(lab.dialled.length === 0, lab.dialled.join());
      await mustFail(lab.fetch('http://many.example.org/', { retry: false }), 'connect_failed');
      must(lab.dialled.length <= 6, `${lab.dialled.length}`);
      return `judged 1001, dialled ${lab.dialled.length}`;
    },
  },
  {
    id: 'dns-cname-loop',
    area: 'dns',
    does: 'an alias of itself',
    right: 'dns_failed',
    run: async (lab) => {
      lab.zone('loop.example.org', { alias: 'loop.example.org' });
      return mustFail(lab.fetch('http://loop.example.org/'), 'dns_failed');
    },
  },
  {
    id: 'dns-mixed',
    area: 'dns',
    does: 'public and private addresses in one answer, in both orders and across families',
    right: 'the whole answer is refused',
    run: async (lab) => {
      const answers = [
        ['93.184.215.9', '10.0.0.5'],
        ['10.0.0.5', '93.184.215.9'],
        ['93.184.215.9', 'fd00::1'],
        ['::1', '93.184.215.9'],
      ];
      for (const [i, addresses] of answers.entries()) {
        lab.zone(`mixed${i}.example.org`, { addresses });
        await mustFail(lab.fetch(`http://mixed${i}.example.org/`), 'address_refused');
      }
      must(lab.dialled.length === 0, lab.dialled.join());
      return `${answers.length} answers refused, connections 0`;
    },
  },
  {
    id: 'dns-rebind',
    area: 'dns',
    does: 'a public answer first, a private one for whoever asks again',
    right: 'one look-up for one connection: the address that was judged is dialled',
    run: async (lab) => {
      const site = await lab.site((socket) => socket.end(answer('public')), {
        host: 'turn.example.org',
        address: '93.184.215.60',
      });
      lab.zone('turn.example.org', { inTurn: [['93.184.215.60'], ['127.0.0.1']] });
      must(text(await lab.fetch(site.url())) === 'public', 'not the judged one');
      must(lab.dns.asked.length === 2, lab.dns.asked.join());
      const figure = await mustFail(lab.fetch(site.url()), 'address_refused', 'loopback');
      must(lab.dialled.join() === '93.184.215.60 80', lab.dialled.join());
      return `look-ups 1 (A and AAAA), later ${figure}`;
    },
  },
  {
    id: 'dns-rebind-robots',
    area: 'dns',
    does: 'a private answer once robots.txt was read',
    right: 'the page is judged by its own look-up',
    run: async (lab) => {
      const site = await lab.site((socket) => socket.end(answer('', { 'Content-Type': 'text/plain' })), {
        host: 'turn.example.org',
        address: '93.184.215.61',
      });
      lab.zone('turn.example.org', { inTurn: [['93.184.215.61'], ['127.0.0.1']] });
      const figure = await mustFail(lab.fetch(site.url(), { robots: 'obey' }), 'address_refused', 'loopback');
      must(
        site.requests.every((seen) => seen.path === '/robots.txt'),
        'the page was asked',
      );
      return figure;
    },
  },
  {
    id: 'dns-happy-eyeballs',
    area: 'dns',
    does: 'several addresses, the first of which do not answer',
    right: 'the next of the same, judged answer; nothing is asked again',
    run: async (lab) => {
      const site = await lab.site((socket) => socket.end(answer('third')), {
        host: 'he.example.org',
        address: '93.184.215.62',
      });
      lab.zone('he.example.org', { inTurn: [['93.184.216.1', '2606:2800::1', '93.184.215.62'], ['127.0.0.1']] });
      const response = await lab.fetch(site.url());
      must(text(response) === 'third' && response.peer === '93.184.215.62', response.peer);
      return `dialled ${lab.dialled.length}, look-ups 1`;
    },
  },
  {
    id: 'fake-ip',
    area: 'dns',
    does: 'a proxy on the machine answers every name from 198.18.0.0/15',
    right: 'refused with the setting named; read with it; a literal stays refused',
    run: async (lab) => {
      const site = await lab.site((socket) => socket.end(answer('through')), { address: '198.18.0.7' });
      const error = await failure(lab.fetch(site.url()));
      must(error.rule === 'benchmark' && error.hint.includes('network.allowRanges'), error.hint);
      const opened = { allowRanges: ['198.18.0.0/15'] };
      must(text(await lab.fetch(site.url(), {}, opened)) === 'through', 'opened');
      await mustFail(lab.fetch('http://198.18.0.7/', {}, opened), 'address_refused', 'benchmark');
      return `${error.code} (${error.rule}): ${error.hint}`;
    },
  },
  {
    id: 'dns64',
    area: 'dns',
    does: 'a NAT64 network synthesises 64:ff9b::/96, once for a public and once for a metadata address',
    right: 'refused with the setting named; with it only the public one is read',
    run: async (lab) => {
      const site = await lab.site((socket) => socket.end(answer('through')), { address: '64:ff9b::5db8:d737' });
      lab.zone('meta.example.org', { addresses: ['64:ff9b::a9fe:a9fe'] });
      const error = await failure(lab.fetch(site.url()));
      must(error.rule === 'nat64' && error.hint.includes('network.allowRanges'), error.hint);
      const opened = { allowRanges: ['64:ff9b::/96'] };
      must(text(await lab.fetch(site.url(), {}, opened)) === 'through', 'opened');
      await mustFail(lab.fetch('http://meta.example.org/', {}, opened), 'address_refused', 'nat64');
      return `${error.code} (${error.rule}): ${error.hint}`;
    },
  },
  {
    id: 'dns-exception-metadata',
    area: 'dns',
    does: 'a name that the operator excepted answers with link-local and metadata addresses',
    right: 'refused all the same; a private answer is read',
    run: async (lab) => {
      const site = await lab.site((socket) => socket.end(answer('own')), { host: 'own.test', address: '10.0.0.8' });
      const policy = { allowPrivate: ['own.test:80', 'meta.test:80'] };
      must(text(await lab.fetch(site.url(), {}, policy)) === 'own', 'own');
      for (const address of ['169.254.169.254', '100.100.100.200', 'fd00:ec2::254', 'fe80::1', '168.63.129.16']) {
        lab.zone('meta.test', { addresses: [address] });
        await mustFail(lab.fetch('http://meta.test/', {}, policy), 'address_refused');
      }
      return 'link-local and metadata 5 of 5 refused';
    },
  },
];
