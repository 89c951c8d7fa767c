/** Names that are never a site of the public web, whatever a resolver says of them. */
export interface SpecialName {
  /** The name itself and everything below it. */
  suffix: string;
  rule: 'special-name' | 'metadata-name';
  source: string;
}

function special(source: string, ...suffixes: string[]): SpecialName[] {
  return suffixes.map((suffix) => ({ suffix, rule: 'special-name', source }));
}

function metadata(source: string, ...suffixes: string[]): SpecialName[] {
  return suffixes.map((suffix) => ({ suffix, rule: 'metadata-name', source }));
}

export const SPECIAL_NAMES: readonly SpecialName[] = [
  ...special('RFC 6761', 'localhost', 'test', 'invalid', 'example'),
  ...special('RFC 6762', 'local'),
  ...special('RFC 6762, appendix G', 'intranet', 'private', 'corp', 'home', 'lan'),
  ...special('RFC 7686', 'onion'),
  ...special('RFC 9476', 'alt'),
  // The whole of .arpa (RFC 3172) is infrastructure: reverse zones, home.arpa (RFC 8375), resolver.arpa (RFC 9462).
  ...special('RFC 3172', 'arpa'),
  ...special('ICANN: reserved for private use', 'internal'),
  ...special('ICANN: not delegated, for name collision', 'mail'),
  ...special('Not delegated: host files and home routers', 'localdomain', 'domain', 'workgroup', 'dhcp', 'router'),
  ...special(
    'Not delegated: clusters and service meshes',
    'svc',
    'consul',
    'cluster',
    'k8s',
    'kube',
    'docker',
    'nomad',
  ),
  ...metadata('Google Cloud', 'metadata.goog'),
  ...metadata('Tencent Cloud', 'metadata.tencentyun.com'),
  ...metadata('IBM Cloud', 'metadata.cloud.ibm.com'),
  ...metadata('Equinix Metal', 'metadata.packet.net', 'metadata.platformequinix.com'),
];

const BY_SUFFIX = new Map(SPECIAL_NAMES.map((name) => [name.suffix, name]));

/** The row that a name (lower case, no trailing dot) falls under, or null. */
export function specialName(name: string): SpecialName | null {
  for (let rest = name; ; rest = rest.slice(rest.indexOf('.') + 1)) {
    const found = BY_SUFFIX.get(rest);
    if (found) return found;
    if (!rest.includes('.')) return null;
  }
}
