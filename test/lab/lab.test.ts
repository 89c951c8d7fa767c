import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sharedPath } from '../shared.js';
import { LAB_CASES } from './all-cases.js';
import { play } from './lab-case.js';

/** Cases that change the environment of the process run alone. */
const ALONE = new Set(['tls-environment', 'proxy-env']);

describe.concurrent('the laboratory', () => {
  test.each(LAB_CASES.filter((c) => !ALONE.has(c.id)).map((c) => [c.id, c] as const))(
    '%s',
    async (_id, labCase) => {
      expect(await play(labCase)).not.toBe('');
    },
    90_000,
  );
});

describe('the laboratory, alone', () => {
  test.each(LAB_CASES.filter((c) => ALONE.has(c.id)).map((c) => [c.id, c] as const))('%s', async (_id, labCase) => {
    expect(await play(labCase)).not.toBe('');
  });
});

test('no two cases have one name', () => {
  const ids = LAB_CASES.map((labCase) => labCase.id);
  expect(ids).toEqual([...new Set(ids)]);
});

const hostile = sharedPath('cases', 'hostile.json');
test.skipIf(!hostile)('every handed hostile behaviour is played (absent: ../shared/cases/hostile.json)', () => {
  const { cases } = JSON.parse(readFileSync(hostile!, 'utf8')) as { cases: { id: string }[] };
  const played = new Set(LAB_CASES.map((labCase) => labCase.id));
  expect(cases.map((c) => c.id).filter((id) => !played.has(id))).toEqual([]);
});
