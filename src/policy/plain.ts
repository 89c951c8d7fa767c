import { parseUrl } from '../core/index.js';

export interface PlainVerdict {
  plain: boolean;
  /** `plain`, or what can carry data out: `query`, `fragment`, `userinfo`, `port`, `host`, `length`, ... */
  reason: string;
}

/**
 * Whether an address can carry next to nothing out: no query, no fragment, no userinfo, the default port, and host
 * labels and path segments that read as words, versions, dates or short ids.
 */
export function judgePlain(address: string): PlainVerdict {
  const url = parseUrl(address);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return no('not-an-address');
  if (url.username !== '' || url.password !== '') return no('userinfo');
  if (url.port !== '') return no('port');
  if (url.search !== '' || url.href.includes('?')) return no('query');
  if (url.hash !== '' || url.href.includes('#')) return no('fragment');
  return { plain: true, reason: 'plain' };
}

function no(reason: string): PlainVerdict {
  return { plain: false, reason };
}
