/**
 * Host patterns, the one form in which hosts are named in settings: `example.com` is that host, `*.example.com` its
 * subdomains (not itself), either with an optional `:port`. A lone `*` means every host and holds only where the
 * caller says so. Names are compared as WHATWG canonical hosts: lower case, punycode, without a trailing dot.
 */
export interface HostPatternOptions {
  /** Whether a lone `*` is a pattern here. Default false: a forgotten star must not open or shut everything. */
  any?: boolean;
}

interface HostPattern {
  host: string;
  subdomains: boolean;
  port: string | null;
}

/** Why `pattern` is no host pattern, as the end of a sentence (`is an address; write example.com`), or null. */
export function validHostPattern(pattern: string, options: HostPatternOptions = {}): string | null {
  const read = readPattern(pattern, options);
  return typeof read === 'string' ? read : null;
}

/**
 * Whether `host` (`example.com`, `example.com:8443`, `[::1]:80`) is named by `pattern`. A pattern without a port holds
 * for every port; one with a port only for a host given with that port. What is no pattern matches nothing: a list
 * that must fail closed asks `validHostPattern` first.
 */
export function matchesHost(pattern: string, host: string, options: HostPatternOptions = {}): boolean {
  const wanted = readPattern(pattern, options);
  if (typeof wanted === 'string') return false;
  const given = readHost(host);
  if (typeof given === 'string') return false;
  if (wanted.port !== null && wanted.port !== given.port) return false;
  if (wanted.host === '*') return true;
  return wanted.subdomains ? given.host.endsWith(`.${wanted.host}`) : given.host === wanted.host;
}

function readPattern(pattern: string, options: HostPatternOptions): HostPattern | string {
  const text = pattern.trim();
  if (text === '*') {
    return options.any === true ? { host: '*', subdomains: false, port: null } : 'would name every host';
  }
  const subdomains = text.startsWith('*.');
  const rest = subdomains ? text.slice(2) : text;
  if (rest.includes('*')) return 'has a star that is not a leading `*.`';
  const read = readHost(rest);
  if (typeof read === 'string') return read;
  if (subdomains && /^\[|^\d+\.\d+\.\d+\.\d+$/.test(read.host)) return 'has a star before an IP address';
  return { ...read, subdomains };
}

function readHost(text: string): { host: string; port: string | null } | string {
  if (text === '') return 'is empty';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return 'is an address; write only its host';
  if (/[\s/\\?#@%]/.test(text)) return 'holds a character that no host has; write only the host';
  const parts = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(text);
  if (parts === null) return 'is not `host` or `host:port`';
  const port = parts[2] === undefined ? null : String(Number(parts[2]));
  if (port !== null && (port === '0' || Number(port) > 65_535)) return 'has a port outside 1 to 65535';
  const host = canonicalHost(parts[1] ?? '');
  return host === null ? 'is not a host name' : { host, port };
}

const PLAIN_NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

function canonicalHost(text: string): string | null {
  const name = text.endsWith('.') ? text.slice(0, -1) : text;
  // The WHATWG parser folds case, width, punycode and the many spellings of an IP address; plain names need none of it.
  if (PLAIN_NAME.test(name) && !name.includes('xn--')) return name;
  try {
    const host = new URL(`http://${name}/`).hostname;
    return host === '' || host.includes('..') || host.startsWith('.') ? null : host.replace(/\.$/, '');
  } catch {
    return null;
  }
}
