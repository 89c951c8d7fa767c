const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2})?)?/i;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const DAY_FIRST = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th)?[ -]${MONTH},?[ -](\\d{4})\\b(?:\\s+(\\d{2}):(\\d{2}):(\\d{2})(?:\\s*(Z|UTC|GMT|[+-]\\d{4}))?)?`,
  'i',
);
const MONTH_FIRST = new RegExp(`\\b${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})\\b`, 'i');
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?(Z)?)?$/;

/**
 * ISO 8601 of a date as declared: `2024-05-03` or `2024-05-03T10:00:00+02:00`. Null for what is not a whole date, and for
 * forms that two countries read differently (`03/05/2024`): a date is never guessed.
 */
export function isoDate(declared: string): string | null {
  const text = declared.trim().slice(0, 80);
  const iso = ISO.exec(text);
  if (iso) return assemble(iso[1]!, iso[2]!, iso[3]!, iso.slice(4));
  const compact = COMPACT.exec(text);
  if (compact) return assemble(compact[1]!, compact[2]!, compact[3]!, compact.slice(4));
  const day = DAY_FIRST.exec(text);
  if (day) return assemble(day[3]!, monthNumber(day[2]!), day[1]!, day.slice(4));
  const month = MONTH_FIRST.exec(text);
  return month ? assemble(month[3]!, monthNumber(month[1]!), month[2]!, []) : null;
}

function monthNumber(name: string): string {
  return String(MONTHS.indexOf(name.toLowerCase()) + 1);
}

function assemble(year: string, month: string, day: string, time: (string | undefined)[]): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const real = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(real.getTime()) || real.toISOString().slice(0, 10) !== date || Number(year) < 1900) return null;
  const [hour, minute, second, zone] = time;
  if (!hour || !minute || Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 60) return date;
  return `${date}T${hour}:${minute}:${second ?? '00'}${offset(zone)}`;
}

/** A time without a zone stays without one. */
function offset(zone: string | undefined): string {
  if (!zone) return '';
  if (/^(?:z|utc|gmt)$/i.test(zone)) return 'Z';
  const digits = zone.replace(':', '').padEnd(5, '0');
  return `${digits.slice(0, 3)}:${digits.slice(3)}`;
}
