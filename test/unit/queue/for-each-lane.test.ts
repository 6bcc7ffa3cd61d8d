import { describe, expect, test } from 'vitest';
import { forEachLane } from '../../../src/main/queue/windows/for-each-lane.ts';

describe('lanes', () => {
  test('do everything once, in order, so many at a time and no more', async () => {
    const started: number[] = [];
    let active = 0;
    let most = 0;
    await forEachLane(
      [1, 2, 3, 4, 5, 6, 7],
      () => 3,
      async (item) => {
        started.push(item);
        most = Math.max(most, ++active);
        await Promise.resolve();
        active--;
      },
    );
    expect(started).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(most).toBe(3);
  });

  test('begin nothing after a failure, and throw it once the others have ended', async () => {
    const slow = Promise.withResolvers<void>();
    const started: string[] = [];
    let slowEnded = false;
    const all = forEachLane(
      ['slow', 'bad', 'never'],
      () => 2,
      async (item) => {
        started.push(item);
        if (item === 'bad') throw new Error('bad');
        await slow.promise;
        slowEnded = true;
      },
    );
    all.catch(() => {});
    await Promise.resolve();
    slow.resolve();
    await expect(all).rejects.toThrow('bad');
    expect(slowEnded).toBe(true);
    expect(started).toEqual(['slow', 'bad']);
  });

  test('are more as soon as there are more', async () => {
    let lanes = 1;
    let active = 0;
    const most: number[] = [];
    await forEachLane(
      [1, 2, 3, 4, 5, 6],
      () => lanes,
      async (item) => {
        most.push(++active);
        if (item === 2) lanes = 3;
        await new Promise(setImmediate);
        active--;
      },
    );
    expect(most).toEqual([1, 1, 2, 3, 3, 3]);
  });

  test('have nothing to do with nothing', async () => {
    const all = forEachLane(
      [],
      () => 4,
      () => Promise.reject(new Error('called')),
    );
    await expect(all).resolves.toBeUndefined();
  });

  test.each([
    { items: 1, lanes: 2, soon: true, alone: [1] },
    { items: 4, lanes: 2, soon: true, alone: [1, 4] },
    { items: 5, lanes: 2, soon: true, alone: [1] },
    { items: 6, lanes: 4, soon: true, alone: [1, 6] },
    { items: 5, lanes: 2, soon: false, alone: [5] },
    { items: 4, lanes: 2, soon: false, alone: [] },
    { items: 3, lanes: 1, soon: false, alone: [] },
  ])('are all for some of $items items with $lanes lanes, soon: $soon', async (given) => {
    const alone: number[] = [];
    await forEachLane(
      Array.from({ length: given.items }, (_, index) => index + 1),
      () => given.lanes,
      async (item, isAlone) => {
        if (isAlone) alone.push(item);
      },
      { soon: given.soon },
    );
    expect(alone).toEqual(given.alone);
  });
});
