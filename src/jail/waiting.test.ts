import { describe, expect, test } from 'vitest';
import { Deadline } from './deadline.js';
import { Politeness } from './politeness.js';
import { readRetryAfter } from './retry-after.js';

const NOW = Date.parse('2026-12-01T12:00:00Z');

test.each([
  ['0', 0],
  ['120', 120],
  [' 5 ', 5],
  ['1000000000', 86_400],
  ['86401', 86_400],
  ['Tue, 01 Dec 2026 12:00:10 GMT', 10],
  ['Tuesday, 01-Dec-26 12:00:10 GMT', 10],
  ['Tue, 01 Dec 2026 11:59:59 GMT', 0],
  ['Fri, 01 Dec 2056 12:00:00 GMT', 86_400],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['2x', null],
  ['', null],
  [undefined, null],
])('Retry-After %j is %j seconds', (header, seconds) => {
  expect(readRetryAfter(header, NOW)).toBe(seconds);
});

describe('the deadline', () => {
  test('stops what runs, names its stage, and runs nothing afterwards', async () => {
    const deadline = new Deadline(20, Date.now);
    let stopped = 0;
    const work = deadline.run('answer', () => () => {
      stopped += 1;
    });
    await expect(work).rejects.toMatchObject({ code: 'timeout', facts: { stage: 'answer', timeoutMs: 20 } });
    await expect(deadline.sleep('later', 1)).rejects.toMatchObject({ code: 'timeout' });
    expect(stopped).toBe(1);
  });

  test('a signal that is aborted already lets nothing start', async () => {
    const deadline = new Deadline(60_000, Date.now, AbortSignal.abort());
    await expect(deadline.sleep('start', 1)).rejects.toMatchObject({ code: 'cancelled' });
    deadline.clear();
  });
});

describe('politeness', () => {
  const rules = { concurrent: 1, perMinute: 100 };

  /**
   * Symptom: a host was never asked again. Cause: only one waiting call was woken when another ended, and that one was
   * cancelled before it took its turn. Reproduction: three calls, the second given up while it is woken.
   */
  test('a call that gives up its turn does not hold back the next', async () => {
    const politeness = new Politeness(Date.now);
    const patient = () => new Deadline(60_000, Date.now);
    const leave = await politeness.enter('h', rules, patient());
    const cancel = new AbortController();
    const second = politeness.enter('h', rules, new Deadline(60_000, Date.now, cancel.signal));
    const third = politeness.enter('h', rules, patient());
    leave();
    cancel.abort();
    const [secondEnd, thirdEnd] = await Promise.allSettled([
      second.then((done) => done()),
      third.then((done) => done()),
    ]);
    expect(['fulfilled', 'rejected']).toContain(secondEnd.status);
    expect(thirdEnd.status).toBe('fulfilled');
  });

  test('a minute later there is room again', async () => {
    let now = NOW;
    const politeness = new Politeness(() => now);
    const once = { concurrent: 5, perMinute: 1 };
    (await politeness.enter('h', once, new Deadline(1_000, () => now)))();
    now += 60_000;
    (await politeness.enter('h', once, new Deadline(1_000, () => now)))();
  });
});
