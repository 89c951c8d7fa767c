import { PROJECT_URL, SallyportError, VERSION } from '../core/index.js';
import { parseAddress } from './address-bytes.js';
import { OPT_IN_RANGES } from './address-ranges.js';
import type { NetworkPolicy } from './contract.js';
import { normaliseAuthority } from './operator-exceptions.js';
import { parseUrl } from './parse-url.js';

export const DEFAULT_NETWORK_POLICY: NetworkPolicy = {
  allowPrivate: [],
  allowRanges: [],
  dns: null,
  proxy: null,
  caFile: null,
  userAgent: null,
  perHost: { concurrent: 2, perMinute: 10 },
};

/** Name, version and address of the project. Never a browser's name: a site must be able to see who asks. */
export function defaultUserAgent(): string {
  return `Sallyport/${VERSION} (+${PROJECT_URL})`;
}

/**
 * The policy with every value checked, `allowPrivate` in canonical spelling. A setting that cannot be understood is an
 * error, never a default: a guard must not start with half of what the operator said. Throws `invalid_input`.
 */
export function validatePolicy(policy: NetworkPolicy): NetworkPolicy {
  for (const range of policy.allowRanges) {
    if (!OPT_IN_RANGES.some((known) => known === range)) {
      throw invalid(
        `network.allowRanges cannot hold ${JSON.stringify(range)}`,
        `It may hold ${OPT_IN_RANGES.join(', ')}.`,
      );
    }
  }
  if (policy.dns !== null) parseServer(policy.dns);
  if (policy.proxy !== null) {
    const url = parseUrl(policy.proxy);
    if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') {
      throw invalid('network.proxy is not an http or https address', 'Write it as http://host:port.');
    }
  }
  if (policy.userAgent !== null && !/^[\x20-\x7e]{1,256}$/.test(policy.userAgent)) {
    throw invalid(
      'network.userAgent must be 1 to 256 printable ASCII characters',
      'Name, version and a contact address.',
    );
  }
  const { concurrent, perMinute } = policy.perHost;
  if (!(concurrent >= 1) || !(perMinute >= 1)) {
    throw invalid(
      'network.perHost needs at least 1 request at once and 1 a minute',
      'Lower egress instead to forbid a host.',
    );
  }
  return { ...policy, allowPrivate: policy.allowPrivate.map(normaliseAuthority) };
}

/** `ADDR:PORT` or `[ADDR]:PORT` of a resolver. A name is no use here: who would resolve it? Throws `invalid_input`. */
export function parseServer(text: string): { address: string; port: number } {
  const match = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text);
  const address = match?.[1] ?? match?.[2] ?? '';
  const port = Number(match?.[3]);
  if (parseAddress(address) === null || port < 1 || port > 65535) {
    throw invalid('network.dns is not an address and port', 'Write it as 127.0.0.1:5353 or [::1]:5353.');
  }
  return { address, port };
}

function invalid(message: string, hint: string): SallyportError {
  return new SallyportError('invalid_input', `${message}.`, { hint });
}
