import { describe, expect, test } from 'vitest';
import { createPlaces, FEWEST_PLACES } from '../../../src/main/queue/job-slots.ts';

const MINUTE_MS = 60_000;

function setUp({ lanes = 1, short = [] as string[] } = {}) {
  const seen = { nudges: 0 };
  const places = createPlaces({
    lanes: () => lanes,
    waitingLengths: { shortOnes: async () => short },
    nudge: () => {
      seen.nudges += 1;
    },
  });
  const fill = (count: number, keyId: string | null = null) =>
    Array.from({ length: count }, () => places.take({ keyId }));
  return { places, fill, seen };
}

describe('places', () => {
  test('are four, and more where other machines have many lanes', () => {
    expect(setUp().places.count()).toBe(4);
    expect(setUp({ lanes: 40 }).places.count()).toBe(8);
    expect(setUp({ lanes: 4_000 }).places.count()).toBe(32);
  });

  test('are given to any recording until all are taken', async () => {
    const { places, fill } = setUp();
    fill(3);
    expect(await places.wanted()).toEqual({ exceptKeys: [] });
    fill(1);
    expect(await places.wanted()).toBeNull();
  });

  test('are not all for one key, so that others find one', async () => {
    const { places, fill } = setUp();
    const [first] = fill(3, 'busy');
    expect(await places.wanted()).toEqual({ exceptKeys: ['busy'] });
    first?.leave();
    expect(await places.wanted()).toEqual({ exceptKeys: [] });
  });

  test('may all be for the window', async () => {
    const { places, fill } = setUp();
    fill(3, null);
    expect(await places.wanted()).toEqual({ exceptKeys: [] });
  });
});

describe('where long recordings hold all places', () => {
  test('a short one gets an extra place, and one at a time', async () => {
    const { places, fill, seen } = setUp({ short: ['short', 'second'] });
    for (const place of fill(FEWEST_PLACES)) place.lasts(60 * MINUTE_MS);
    expect(seen.nudges).toBe(FEWEST_PLACES);
    expect(await places.wanted()).toEqual({ ids: ['short', 'second'] });
    const [short] = fill(1);
    expect(await places.wanted()).toBeNull();
    short?.leave();
    expect(await places.wanted()).toEqual({ ids: ['short', 'second'] });
  });

  test('nothing starts if none that waits is short', async () => {
    const { places, fill } = setUp();
    for (const place of fill(FEWEST_PLACES)) place.lasts(60 * MINUTE_MS);
    expect(await places.wanted()).toBeNull();
  });

  test('a short one waits for a place that is free soon', async () => {
    const { places, fill } = setUp({ short: ['short'] });
    const [one, ...rest] = fill(FEWEST_PLACES);
    for (const place of rest) place.lasts(60 * MINUTE_MS);
    expect(await places.wanted(), 'while one is decoded').toBeNull();
    one?.lasts(MINUTE_MS);
    expect(await places.wanted(), 'while one is short').toBeNull();
  });
});
