/** Wherever the service is killed, all that it promised holds after its next start. */
import { expect, test } from 'vitest';
import { FAILPOINTS } from '../../../src/main/core/failpoint.ts';
import { type Day, liveThroughDay } from '../../helpers/faults/killed-day.ts';
import { doseOf } from '../../helpers/harness/dose.ts';
import { seed } from '../../helpers/harness/seed.ts';

/** A day without a kill takes some seconds; all of them, an hour. */
const PATIENCE_MS = 2 * 3_600_000;
/** Restoring has a sweep of its own, and what is left to recover is so after a kill. */
const ELSEWHERE = /^(?:restore|recovery)\./;
let whole: Day;

test(
  'a day passes every moment at which something is stored',
  async () => {
    whole = await liveThroughDay(null);
    const missed = FAILPOINTS.filter((name) => !ELSEWHERE.test(name) && !whole.reached.has(name));
    expect(missed).toEqual([]);
    expect(FAILPOINTS.length).toBeGreaterThanOrEqual(40);
  },
  PATIENCE_MS,
);

test.runIf(process.platform === 'linux')(
  `killed at any of them, every time it is passed (seed ${seed})`,
  async () => {
    const moments = [...whole.reached].flatMap(([at, times]) =>
      Array.from({ length: times }, (_, index) => ({ at, hit: index + 1 })),
    );
    expect(moments.length).toBeGreaterThan(100);
    for (const { at, hit } of doseOf(moments, 1)) {
      const day = await liveThroughDay({ at, hit, action: 'kill' }).catch((cause: unknown) => {
        throw new Error(`Killed at ${at}, time ${hit}: ${cause}`, { cause });
      });
      expect(day.words, `${at}, time ${hit}: the words`).toEqual(whole.words);
    }
  },
  PATIENCE_MS,
);

test.runIf(process.platform === 'linux').each(['recovery.storing', 'recovery.stored'] as const)(
  'killed again at the next start, at %s',
  async (at) => {
    const first = { at: 'work.claimed', hit: 1, action: 'kill' } as const;
    const day = await liveThroughDay(first, { at, hit: 1, action: 'kill' });
    expect(day.reached.get(at)).toBe(1);
    expect(day.words).toEqual(whole.words);
  },
  PATIENCE_MS,
);
