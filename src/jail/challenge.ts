import type { ResponseHead } from './response-headers.js';

/**
 * What a bot wall says of itself in status and header, or null. Walls that speak only in the page's text are the
 * reader's to recognise. Sources: the vendors' documentation of each header.
 */
export function readChallenge({ status, headers }: ResponseHead): string | null {
  const says = (name: string): string => headers[name]?.toLowerCase() ?? '';
  if (says('cf-mitigated') === 'challenge') return 'cloudflare-challenge';
  if (says('x-vercel-mitigated') === 'challenge' || says('x-vercel-mitigated') === 'deny') return 'vercel-challenge';
  if (/^(challenge|captcha)$/.test(says('x-amzn-waf-action'))) return 'aws-waf-challenge';
  if (status === 403 && says('x-datadome') !== '') return 'datadome-challenge';
  // No registered status: sites use it to turn programs away without saying why.
  if (status === 999) return 'status-999';
  return null;
}
