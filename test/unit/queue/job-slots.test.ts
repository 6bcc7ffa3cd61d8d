import { describe, expect, test } from 'vitest';
import { createJobSlots, FEWEST_SLOTS } from '../../../src/main/queue/job-slots.ts';

const MINUTE_MS = 60_000;

function setUp({ lanes = 1, short = [] as string[] } = {}) {
  const seen = { nudges: 0 };
  const slots = createJobSlots({
    lanes: () => lanes,
    waitingLengths: { shortOnes: async () => short },
    nudge: () => {
      seen.nudges += 1;
    },
  });
  const fill = (count: number, keyId: string | null = null) =>
    Array.from({ length: count }, () => slots.take({ keyId }));
  return { slots, fill, seen };
}

describe('slots', () => {
  test('are four, and more where other machines have many lanes', () => {
    expect(setUp().slots.count()).toBe(4);
    expect(setUp({ lanes: 40 }).slots.count()).toBe(8);
    expect(setUp({ lanes: 4_000 }).slots.count()).toBe(32);
  });

  test('are given to any recording until all are taken', async () => {
    const { slots, fill } = setUp();
    fill(3);
    expect(await slots.wanted()).toEqual({ exceptKeys: [] });
    fill(1);
    expect(await slots.wanted()).toBeNull();
  });

  test('are not all for one key, so that others find one', async () => {
    const { slots, fill } = setUp();
    const [first] = fill(3, 'busy');
    expect(await slots.wanted()).toEqual({ exceptKeys: ['busy'] });
    first?.leave();
    expect(await slots.wanted()).toEqual({ exceptKeys: [] });
  });

  test('may all be for the window', async () => {
    const { slots, fill } = setUp();
    fill(3, null);
    expect(await slots.wanted()).toEqual({ exceptKeys: [] });
  });
});

describe('where long recordings hold all slots', () => {
  test('a short one gets an extra slot, and one at a time', async () => {
    const { slots, fill, seen } = setUp({ short: ['short', 'second'] });
    for (const slot of fill(FEWEST_SLOTS)) slot.lasts(60 * MINUTE_MS);
    expect(seen.nudges).toBe(FEWEST_SLOTS);
    expect(await slots.wanted()).toEqual({ ids: ['short', 'second'] });
    const [short] = fill(1);
    expect(await slots.wanted()).toBeNull();
    short?.leave();
    expect(await slots.wanted()).toEqual({ ids: ['short', 'second'] });
  });

  test('nothing starts if none that waits is short', async () => {
    const { slots, fill } = setUp();
    for (const slot of fill(FEWEST_SLOTS)) slot.lasts(60 * MINUTE_MS);
    expect(await slots.wanted()).toBeNull();
  });

  test('a short one waits for a slot that is free soon', async () => {
    const { slots, fill } = setUp({ short: ['short'] });
    const [one, ...rest] = fill(FEWEST_SLOTS);
    for (const slot of rest) slot.lasts(60 * MINUTE_MS);
    expect(await slots.wanted(), 'while one is decoded').toBeNull();
    one?.lasts(MINUTE_MS);
    expect(await slots.wanted(), 'while one is short').toBeNull();
  });
});
