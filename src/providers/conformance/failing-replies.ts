import type { ErrorCode } from '../../core/index.js';
import { MARKER, type StandInReply, TEST_KEY, TEST_NOW } from './kit.js';

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const PAGE = `<!DOCTYPE html><html><title>${MARKER}</title><body>${TEST_KEY}</body></html>`;

/** A reply that is a failure, and the neutral error that it must become. */
export interface FailingReply {
  name: string;
  reply: StandInReply;
  codes: readonly ErrorCode[];
  /** What `retryAfterSeconds` must then say. */
  waits?: number;
}

const said = (status: number, headers: Record<string, string> = {}): StandInReply => ({
  status,
  headers,
  body: JSON.stringify({ error: { code: MARKER, message: `${MARKER} ${TEST_KEY}` }, detail: MARKER }),
});

export const STATUSES: readonly FailingReply[] = [
  { name: '401', reply: said(401), codes: ['provider_auth'] },
  { name: '403', reply: said(403), codes: ['provider_auth'] },
  { name: '403 with an HTML page', reply: { status: 403, headers: HTML, body: PAGE }, codes: ['provider_auth'] },
  { name: '402', reply: said(402), codes: ['provider_quota'] },
  { name: '432', reply: said(432), codes: ['provider_quota'] },
  { name: '433', reply: said(433), codes: ['provider_quota'] },
  { name: '429 without Retry-After', reply: said(429), codes: ['provider_rate_limited'] },
  {
    name: '429 with an HTML page',
    reply: { status: 429, headers: HTML, body: PAGE },
    codes: ['provider_rate_limited'],
  },
  {
    name: '429 with Retry-After',
    reply: said(429, { 'retry-after': '7' }),
    codes: ['provider_rate_limited'],
    waits: 7,
  },
  {
    name: '429 with Retry-After as a date',
    reply: said(429, { 'retry-after': new Date(TEST_NOW + 30_000).toUTCString() }),
    codes: ['provider_rate_limited'],
    waits: 30,
  },
  {
    name: '429 with a Retry-After of a day',
    reply: said(429, { 'retry-after': '86400' }),
    codes: ['provider_quota'],
    waits: 86_400,
  },
  { name: '400', reply: said(400), codes: ['provider_failed'] },
  { name: '404', reply: said(404), codes: ['provider_failed'] },
  { name: '422', reply: said(422), codes: ['provider_failed'] },
  { name: '500', reply: said(500), codes: ['provider_failed'] },
  { name: '502 with an HTML page', reply: { status: 502, headers: HTML, body: PAGE }, codes: ['provider_failed'] },
  { name: '503', reply: said(503), codes: ['provider_failed'] },
];

/** Replies of status 2xx whose body is no search reply: all are `provider_bad_reply`. */
export const BODIES: readonly { name: string; reply: StandInReply }[] = [
  { name: 'HTML instead of JSON', reply: { headers: HTML, body: PAGE } },
  { name: 'HTML that is called JSON', reply: { body: PAGE } },
  { name: 'text that is not JSON', reply: { body: `${MARKER} {` } },
  { name: 'an empty body', reply: { body: '' } },
  { name: '204', reply: { status: 204 } },
];
