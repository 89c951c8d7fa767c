/**
 * Every range that a page of the public web cannot stand in. The first row that matches names the rule, so narrower
 * rows stand above wider ones. Source: IANA special-purpose address registries (IPv4, IPv6) and the RFC in each row.
 */
export interface AddressRange {
  /** CIDR. */
  range: string;
  rule: string;
  /** What it is, as a phrase that follows "is". */
  what: string;
  rfc: string;
  /**
   * Whether an operator's exact exception may open it. Never for link-local and metadata addresses: what answers there
   * hands out credentials to whoever asks.
   */
  exceptable: boolean;
}

function row(range: string, rule: string, what: string, rfc: string, exceptable = false): AddressRange {
  return { range, rule, what, rfc, exceptable };
}

export const V4_RANGES: readonly AddressRange[] = [
  row('168.63.129.16/32', 'metadata', 'the Azure host service', 'Microsoft Learn: what is IP address 168.63.129.16'),
  row('0.0.0.0/8', 'this-network', 'an address of "this network"; 0.0.0.0 reaches loopback on Linux', 'RFC 791'),
  row('10.0.0.0/8', 'private', 'a private address', 'RFC 1918', true),
  row('100.64.0.0/10', 'cgnat', 'a shared carrier address', 'RFC 6598', true),
  row('127.0.0.0/8', 'loopback', 'a loopback address', 'RFC 1122', true),
  row('169.254.0.0/16', 'link-local', 'a link-local address, where cloud metadata stands', 'RFC 3927'),
  row('172.16.0.0/12', 'private', 'a private address', 'RFC 1918', true),
  row('192.0.0.0/24', 'ietf-protocol', 'an address for protocol assignments', 'RFC 6890'),
  row('192.0.2.0/24', 'documentation', 'a documentation address', 'RFC 5737'),
  row('192.31.196.0/24', 'as112', 'an AS112 sink', 'RFC 7535'),
  row('192.52.193.0/24', 'amt', 'a multicast tunnel address', 'RFC 7450'),
  row('192.88.99.0/24', '6to4-relay', 'a deprecated 6to4 relay', 'RFC 7526'),
  row('192.168.0.0/16', 'private', 'a private address', 'RFC 1918', true),
  row('192.175.48.0/24', 'as112', 'an AS112 sink', 'RFC 7534'),
  row('198.18.0.0/15', 'benchmark', 'a benchmarking address, as fake-IP proxies hand out', 'RFC 2544', true),
  row('198.51.100.0/24', 'documentation', 'a documentation address', 'RFC 5737'),
  row('203.0.113.0/24', 'documentation', 'a documentation address', 'RFC 5737'),
  row('224.0.0.0/4', 'multicast', 'a multicast address', 'RFC 5771'),
  row('255.255.255.255/32', 'broadcast', 'the limited broadcast address', 'RFC 919'),
  row('240.0.0.0/4', 'reserved', 'a reserved address', 'RFC 1112'),
];

export const V6_RANGES: readonly AddressRange[] = [
  row('::1/128', 'loopback', 'the loopback address', 'RFC 4291', true),
  row('::/128', 'unspecified', 'the unspecified address, which reaches loopback on Linux', 'RFC 4291'),
  row('::ffff:0:0/96', 'mapped', 'an IPv4 address in IPv6 clothes', 'RFC 4291'),
  row('::ffff:0:0:0/96', 'v4-translated', 'an IPv4-translated address', 'RFC 2765'),
  row('::/96', 'v4-compatible', 'a deprecated IPv4-compatible address', 'RFC 4291'),
  row('64:ff9b::/96', 'nat64', 'a NAT64 address, which stands for an IPv4 address', 'RFC 6052'),
  row('64:ff9b:1::/48', 'nat64', 'a local-use NAT64 address', 'RFC 8215'),
  row('100::/64', 'discard', 'a discard-only address', 'RFC 6666'),
  row('2001::/32', 'teredo', 'a Teredo address, which stands for an IPv4 address', 'RFC 4380'),
  row('2001:2::/48', 'benchmark', 'a benchmarking address', 'RFC 5180'),
  row('2001:3::/32', 'amt', 'a multicast tunnel address', 'RFC 7450'),
  row('2001::/23', 'ietf-protocol', 'an address for protocol assignments', 'RFC 2928'),
  row('2001:db8::/32', 'documentation', 'a documentation address', 'RFC 3849'),
  row('2002::/16', '6to4', 'a 6to4 address, which stands for an IPv4 address', 'RFC 3056'),
  row('2620:4f:8000::/48', 'as112', 'an AS112 sink', 'RFC 7534'),
  row('3fff::/20', 'documentation', 'a documentation address', 'RFC 9637'),
  row('3ffe::/16', '6bone', 'a returned 6bone address', 'RFC 3701'),
  row('5f00::/16', 'srv6', 'a segment routing identifier', 'RFC 9602'),
  row('fc00::/7', 'unique-local', 'a unique local address', 'RFC 4193', true),
  row('fe80::/10', 'link-local', 'a link-local address', 'RFC 4291'),
  row('fec0::/10', 'site-local', 'a deprecated site-local address', 'RFC 3879'),
  row('ff00::/8', 'multicast', 'a multicast address', 'RFC 4291'),
];

/** Only 2000::/3 is global unicast space (IANA, RFC 4291): what is left outside it is refused as a whole. */
export const NOT_GLOBAL_UNICAST = row('::/0', 'not-global-unicast', 'outside global unicast space', 'RFC 4291');

/** Interface identifiers 0000:5efe:a.b.c.d and 0200:5efe:a.b.c.d under any prefix. */
export const ISATAP = row('::/0', 'isatap', 'an ISATAP address, which stands for an IPv4 address', 'RFC 5214');

/**
 * Metadata and credential services inside ranges that an exception could otherwise open. Sources: the vendors'
 * documentation (AWS IMDS, EKS pod identity and VPC resolver; Google Cloud; Alibaba Cloud).
 */
export const METADATA_ADDRESSES: readonly string[] = [
  'fd00:ec2::254',
  'fd00:ec2::253',
  'fd00:ec2::23',
  'fd20:ce::254',
  '100.100.100.200',
];

/** Ranges that the operator may open for synthesised answers, and nothing else. */
export const OPT_IN_RANGES = ['198.18.0.0/15', '64:ff9b::/96'] as const;
