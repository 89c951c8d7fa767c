/** A date as a provider wrote it, read: its ISO 8601 form and the last instant that it may mean. */
export interface ReadDate {
  /** As precise as what was written: `2026-11-29T21:24:00Z`, `2026-11-29T21:24:00` (no zone given), `2026-11-29`, `2026-09`, `2025`. */
  iso: string;
  /** Milliseconds since the epoch; without a zone as if in UTC. */
  latest: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Reads ISO 8601 (with and without zone), RFC 1123 and the like, "Nov 29, 2026", "29 November 2026" and "19 hours ago"
 * (also "19 hour(s), 34 minute(s) ago"). Null for everything else: a date is never guessed, so neither 03/04/2026 nor
 * the empty dates of databases (1970-01-01T00:00:00, year 1) count. Independent of the machine's time zone.
 */
export function readDate(written: string, now: number): ReadDate | null {
  const text = written.trim().replace(/\s+/g, ' ');
  if (text === '' || text.length > 80) return null;
  return readIso(text) ?? readWords(text) ?? readAgo(text.toLowerCase(), now);
}

interface Moment {
  year: number;
  month: number;
  day: number;
  hour?: number;
  minute?: number;
  second?: number;
  /** Minutes east of UTC; absent where no zone was given. */
  zone?: number;
}

const TIME = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?`;
const ISO = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]${TIME}\s?(.*))?$`, 'i');

function readIso(text: string): ReadDate | null {
  const match = ISO.exec(text);
  if (match === null) return /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? ofMonth(text) : null;
  const [, year, , month, day, hour, minute, second, zone] = match;
  return ofMoment(
    { year: Number(year), month: Number(month), day: Number(day), ...clockOf(hour, minute, second) },
    zone ?? '',
  );
}

function ofMonth(text: string): ReadDate {
  const [year, month] = text.split('-').map(Number);
  return { iso: text, latest: Date.UTC(year ?? 0, month ?? 1, 1) };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NAME = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const WEEKDAY = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?';
const CLOCK = String.raw`(?:,? (?:at )?${TIME}\s?(.*))?`;
// "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 1123), "29 November 2026", "06-Nov-94" has no century and is not read.
const DAY_FIRST = new RegExp(String.raw`^${WEEKDAY}(\d{1,2})(?:st|nd|rd|th)?[ -]${NAME}\.?,?[ -](\d{4})${CLOCK}$`, 'i');
const MONTH_FIRST = new RegExp(String.raw`^${WEEKDAY}${NAME}\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})${CLOCK}$`, 'i');

function readWords(text: string): ReadDate | null {
  const dayFirst = DAY_FIRST.exec(text);
  const match = dayFirst ?? MONTH_FIRST.exec(text);
  if (match === null) return null;
  const [, first, second, year, hour, minute, seconds, zone] = match;
  const [day, name] = dayFirst === null ? [second, first] : [first, second];
  const month = MONTHS.indexOf((name ?? '').toLowerCase()) + 1;
  return ofMoment({ year: Number(year), month, day: Number(day), ...clockOf(hour, minute, seconds) }, zone ?? '');
}

function clockOf(hour?: string, minute?: string, second?: string): Partial<Moment> {
  if (hour === undefined || minute === undefined) return {};
  return { hour: Number(hour), minute: Number(minute), second: Number(second ?? 0) };
}

/** Minutes east of UTC; undefined for no zone, null for one that is not read. */
function zoneOf(text: string): number | undefined | null {
  if (text === '') return undefined;
  if (/^(z|gmt|utc|ut)$/i.test(text)) return 0;
  const match = /^(?:gmt|utc)?([+-])(\d{2}):?(\d{2})?$/i.exec(text);
  if (match === null) return null;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return minutes > 14 * 60 ? null : match[1] === '-' ? -minutes : minutes;
}

function ofMoment(moment: Moment, zoneText: string): ReadDate | null {
  const { year, month, day, hour = 0, second = 0 } = moment;
  let { minute = 0 } = moment;
  let hours = hour;
  // "3:45 PM": half-day clocks come without a zone.
  const half = /^([ap])\.?m\.?$/i.exec(zoneText)?.[1]?.toLowerCase();
  if (half !== undefined) hours = (hour % 12) + (half === 'p' ? 12 : 0);
  const zone = half === undefined ? zoneOf(zoneText) : undefined;
  if (year < 1000 || hours > 23 || minute > 59 || second > 60) return null;
  const start = Date.UTC(year, month - 1, day);
  const date = new Date(start);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  const iso = date.toISOString().slice(0, 10);
  // A zone that cannot be read leaves the day, which is still what was written.
  if (moment.hour === undefined || zone === null) return { iso, latest: start + DAY };
  if (zone !== undefined) minute -= zone;
  const at = Date.UTC(year, month - 1, day, hours, minute, Math.min(second, 59));
  if (at === 0) return null;
  const time = new Date(at).toISOString().slice(0, 19);
  return zone === undefined ? { iso: time, latest: at } : { iso: `${time}Z`, latest: at };
}

const UNITS: Readonly<Record<string, number>> = {
  second: 1000,
  sec: 1000,
  s: 1000,
  minute: MINUTE,
  min: MINUTE,
  m: MINUTE,
  hour: HOUR,
  hr: HOUR,
  h: HOUR,
  day: DAY,
  d: DAY,
  week: 7 * DAY,
  w: 7 * DAY,
  month: 30 * DAY,
  year: 365 * DAY,
  y: 365 * DAY,
};
const SPAN = /(\d{1,4}|an?|one) ?([a-z]+?)(?:\(s\)|s)?\.?(?=[ ,]|$)/g;

function readAgo(text: string, now: number): ReadDate | null {
  if (text === 'just now' || text === 'now') return since(now, 0, MINUTE);
  if (text === 'today') return since(now, 0, DAY);
  if (text === 'yesterday') return since(now, DAY, DAY);
  const spans = /^(?:about )?(.+?) ago$/.exec(text)?.[1];
  if (spans === undefined) return null;
  let back = 0;
  let finest = Number.POSITIVE_INFINITY;
  const rest = spans.replace(SPAN, (whole, count: string, unit: string) => {
    const length = UNITS[unit];
    if (length === undefined) return whole;
    back += (/^\d/.test(count) ? Number(count) : 1) * length;
    finest = Math.min(finest, length);
    return '';
  });
  return /^(?:[ ,]|and)*$/.test(rest) && finest < Number.POSITIVE_INFINITY ? since(now, back, finest) : null;
}

/** `back` before now, no more precise than its finest unit: "3 months ago" names a month, not a day. */
function since(now: number, back: number, unit: number): ReadDate | null {
  const at = now - back;
  if (at < 0) return null;
  const iso = new Date(at).toISOString();
  if (unit < DAY) return { iso: `${iso.slice(0, unit < HOUR ? 16 : 13)}${unit < HOUR ? '' : ':00'}:00Z`, latest: at };
  if (unit < 30 * DAY) return { iso: iso.slice(0, 10), latest: at };
  return { iso: iso.slice(0, unit < 365 * DAY ? 7 : 4), latest: at };
}
