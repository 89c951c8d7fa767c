import { lookup, Resolver } from 'node:dns';
import { SallyportError } from '../core/index.js';
import type { Deadline } from './deadline.js';
import { parseServer } from './network-policy.js';

/**
 * All addresses of a name, IPv4 and IPv6, in the order to try them. Returns how to stop. Calls back once, with a
 * `SallyportError` or a list that may be empty.
 */
export type Resolve = (host: string, done: (error: SallyportError | null, addresses: string[]) => void) => () => void;

/** Resolver attempts: what a slow name server may take of a call before it is given up as `dns_failed`. */
const TRY_MS = 1_500;
const TRIES = 2;

/** The system's resolver, hosts file included. It has no timeout of its own: the deadline of the call bounds it. */
const systemResolve: Resolve = (host, done) => {
  let stopped = false;
  lookup(host, { all: true, order: 'verbatim' }, (error, answers) => {
    if (stopped) return;
    if (error) done(dnsFailure(host, error.code), []);
    else
      done(
        null,
        answers.map((answer) => answer.address),
      );
  });
  return () => {
    stopped = true;
  };
};

/** One resolver that the operator named, asked for both families. One channel for each look-up, so that it can be cut. */
function namedResolve(server: string): Resolve {
  const { address, port } = parseServer(server);
  return (host, done) => {
    const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
    resolver.setServers([address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`]);
    let stopped = false;
    let open = 2;
    const found: string[] = [];
    const faults: (string | undefined)[] = [];
    const family = (error: NodeJS.ErrnoException | null, addresses?: string[]): void => {
      if (error) faults.push(error.code);
      else found.push(...(addresses ?? []));
      open -= 1;
      if (open > 0 || stopped) return;
      // A family that failed is no reason to fail: only answers that came are judged and dialled.
      const fault = faults.find((code) => code !== 'ENODATA' && code !== 'ENOTFOUND') ?? faults[0];
      done(found.length === 0 ? dnsFailure(host, fault) : null, found);
    };
    resolver.resolve4(`${host}.`, family);
    resolver.resolve6(`${host}.`, family);
    return () => {
      stopped = true;
      resolver.cancel();
    };
  };
}

export function createResolve(dns: string | null): Resolve {
  return dns === null ? systemResolve : namedResolve(dns);
}

/** Resolves under the call's deadline. */
export function resolveWithin(resolve: Resolve, host: string, deadline: Deadline): Promise<string[]> {
  return deadline.run<string[]>('look-up', (done, fail) =>
    resolve(host, (error, addresses) => {
      if (error) fail(error);
      else if (addresses.length === 0) fail(dnsFailure(host, 'ENODATA'));
      else done(addresses);
    }),
  );
}

const RULES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no-such-name',
  ENODATA: 'no-address',
  ETIMEOUT: 'resolver-silent',
  EAI_AGAIN: 'resolver-silent',
  ESERVFAIL: 'resolver-failed',
  EREFUSED: 'resolver-refused',
  ECONNREFUSED: 'resolver-unreachable',
};

function dnsFailure(host: string, code: string | undefined): SallyportError {
  const rule = RULES[code ?? ''] ?? 'resolver-failed';
  const lasting = rule === 'no-such-name' || rule === 'no-address';
  return new SallyportError('dns_failed', `The name ${host} could not be resolved (${rule.replaceAll('-', ' ')}).`, {
    rule,
    retryable: !lasting,
    hint: lasting ? 'Check the spelling of the address.' : 'Try again later; the name server did not answer.',
  });
}
