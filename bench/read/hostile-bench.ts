import { SallyportError } from '../../src/core/index.js';
import { extract } from '../../src/extract/index.js';
import { HOSTILE } from './hostile.js';

const SIZE = Number(process.env['SIZE'] ?? 5_000);
/** Four times the input may take this many times as long: linear is four, and small times are noise. */
const MOST = 9;

/** CPU milliseconds at n, 2n and 4n of each kind. */
export function hostile(): string {
  const lines = [
    '## Hostile markup',
    '',
    `CPU milliseconds of the whole reader at n, 2n and 4n pieces (n = ${SIZE.toLocaleString('en')}). Growth is from n to 4n; linear is 4.`,
    '',
    '| kind | n | 2n | 4n | growth |',
    '|---|---|---|---|---|',
  ];
  let slow = 0;
  for (const [kind, make] of Object.entries(HOSTILE)) {
    const times = [1, 2, 4].map((times) => cpu(make(SIZE * times)));
    if (process.env['WORST']) console.log(kind, times.map((time) => time.toFixed(0)).join(' '));
    const growth = times[2]! / Math.max(times[0]!, 8);
    if (growth > MOST) slow++;
    lines.push(
      `| ${kind.replaceAll('<', '&lt;')} | ${times.map((time) => time.toFixed(0)).join(' | ')} | ${growth.toFixed(1)}${growth > MOST ? ' **not linear**' : ''} |`,
    );
  }
  lines.push('', slow === 0 ? 'No kind grows faster than its input.' : `${slow} kinds grow faster than their input.`);
  return lines.join('\n');
}

function cpu(html: string): number {
  const before = process.cpuUsage();
  try {
    extract(html, { contentType: 'text/html' });
  } catch (thrown) {
    if (!(thrown instanceof SallyportError)) throw thrown;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
