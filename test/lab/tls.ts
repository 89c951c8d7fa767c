import type { connect } from 'node:tls';
import { type Authority, createAuthority, createIdentity } from './certificate.js';
import { type LabCase, must, mustFail, text } from './lab-case.js';
import { answer, Laboratory } from './laboratory.js';

function refusedCertificate(
  id: string,
  does: string,
  rule: string,
  make: (host: string, authority: Authority) => ReturnType<typeof createIdentity>,
): LabCase {
  return {
    id,
    area: 'tls',
    does,
    right: `refused: tls_failed (${rule}); nobody can turn that off`,
    run: async (lab) => {
      const host = `${id}.example.org`;
      const identity = make(host, Laboratory.authority);
      const site = await lab.site((socket) => socket.end(answer('x')), { host, tls: { identity } });
      const figure = await mustFail(lab.fetch(site.url(), {}, { caFile: Laboratory.caFile() }), 'tls_failed', rule);
      must(site.requests.length === 0, 'a request was sent');
      return figure;
    },
  };
}

export const TLS: readonly LabCase[] = [
  refusedCertificate('tls-self-signed', 'a self-signed certificate', 'self-signed', (host) => createIdentity([host])),
  refusedCertificate('tls-expired', 'an expired certificate', 'expired', (host, authority) =>
    createIdentity([host], { authority, days: [-10, -1] }),
  ),
  refusedCertificate('tls-future', 'a certificate of next week', 'not-yet-valid', (host, authority) =>
    createIdentity([host], { authority, days: [7, 9] }),
  ),
  refusedCertificate('tls-wrong-name', 'a certificate for another name', 'wrong-name', (_host, authority) =>
    createIdentity(['other.example.org'], { authority }),
  ),
  refusedCertificate('tls-unknown-issuer', 'a certificate of an unknown authority', 'unknown-issuer', (host) =>
    createIdentity([host], { authority: createAuthority('Somebody') }),
  ),
  {
    id: 'tls-1.0',
    area: 'tls',
    does: 'speaks TLS 1.0 and 1.1 only',
    right: 'no handshake',
    run: async (lab) => {
      const identity = createIdentity(['old.example.org'], { authority: Laboratory.authority });
      const options = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
      const site = await lab.site((socket) => socket.end(answer('x')), {
        host: 'old.example.org',
        tls: { identity, options },
      });
      return mustFail(lab.fetch(site.url(), {}, { caFile: Laboratory.caFile() }), 'tls_failed');
    },
  },
  {
    id: 'tls-plain',
    area: 'tls',
    does: 'answers plain HTTP on the https port',
    right: 'tls_failed, the text is not read',
    run: async (lab) => {
      const site = await lab.site((socket) => socket.end(answer('x')), {
        port: 443,
        onConnection: (socket) => socket.end(answer('plain')),
      });
      return mustFail(lab.fetch(`https://${site.host}/`), 'tls_failed');
    },
  },
  {
    id: 'tls-good',
    area: 'tls',
    does: 'a good certificate of the operator’s own authority',
    right: 'read with network.caFile, refused without; HTTP/1.1 only, SNI is the name',
    run: async (lab) => {
      let sni = '';
      let alpn: unknown;
      const identity = createIdentity(['good.example.org'], { authority: Laboratory.authority });
      const options = {
        ALPNProtocols: ['h2', 'http/1.1'],
        SNICallback: (name: string, done: (error: Error | null) => void) => {
          sni = name;
          done(null);
        },
      };
      const site = await lab.site(
        (socket) => {
          alpn = (socket as ReturnType<typeof connect>).alpnProtocol;
          socket.end(answer('secure'));
        },
        { host: 'good.example.org', tls: { identity, options } },
      );
      const response = await lab.fetch(site.url(), {}, { caFile: Laboratory.caFile() });
      must(text(response) === 'secure' && sni === 'good.example.org' && alpn === 'http/1.1', `${sni} ${alpn}`);
      return `read; without the authority: ${await mustFail(lab.fetch(site.url()), 'tls_failed', 'unknown-issuer')}`;
    },
  },
  {
    id: 'tls-environment',
    area: 'tls',
    does: 'NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment',
    right: 'verified all the same',
    run: async (lab) => {
      const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
      try {
        const site = await lab.site((socket) => socket.end(answer('x')), {
          tls: { identity: createIdentity(['x.example.org']) },
        });
        return await mustFail(lab.fetch(site.url()), 'tls_failed', 'self-signed');
      } finally {
        if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
        else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
      }
    },
  },
  {
    id: 'tls-sni-leak',
    area: 'tls',
    does: 'https to a name with a private answer, and to a private address',
    right: 'no TCP connection, so no ClientHello that names it',
    run: async (lab) => {
      lab.zone('secret-project.example.org', { addresses: ['10.1.2.3'] });
      await mustFail(lab.fetch('https://secret-project.example.org/'), 'address_refused', 'private');
      await mustFail(lab.fetch('https://10.1.2.3/'), 'address_refused', 'private');
      must(lab.dialled.length === 0, lab.dialled.join());
      return 'SNI seen 0';
    },
  },
];
