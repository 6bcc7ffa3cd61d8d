import { afterEach, expect, it } from 'vitest';
import type { Clock } from '../../../src/main/core/clock.ts';
import {
  RECORDING_FLOOR,
  type SpeedFloor,
  type SpeedWatch,
  watchSpeed,
} from '../../../src/main/processes/watchdog.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const STEP = 10_000;
const clock = createFakeClock();
let speed: SpeedWatch;
afterEach(() => {
  speed[Symbol.dispose]();
  expect(clock.sleepers()).toBe(0);
});

function begin(floor: SpeedFloor | null = RECORDING_FLOOR, over: Clock = clock): void {
  speed = watchSpeed({ clock: over, floor });
}

/** Lets so much arrive a second, for so long or until it ends; gives how long it took. */
async function flow(bytesPerSecond: number, ms: number): Promise<number> {
  for (let passed = 0; passed < ms; passed += STEP) {
    if (speed.signal.aborted) return passed;
    speed.add((bytesPerSecond * STEP) / 1000);
    await clock.advance(STEP);
  }
  return ms;
}

it.each([0, 1, 100, 1000])('ends %i bytes a second after three minutes', async (bytes) => {
  begin();
  expect(await flow(bytes, HOUR)).toBe(3 * MINUTE);
  expect(speed.signal.reason).toMatchObject({ code: 'source_too_slow', retryable: true });
});

it.each([1024, 8192, 1_000_000])('lets %i bytes a second go on for hours', async (bytes) => {
  begin();
  await flow(bytes, 4 * HOUR);
  expect(speed.signal.aborted).toBe(false);
});

it('survives pauses of two minutes in what is sent no faster than it is played', async () => {
  begin();
  for (let pause = 0; pause < 20; pause += 1) {
    await flow(8192, MINUTE);
    await flow(0, 2 * MINUTE);
  }
  expect(speed.signal.aborted).toBe(false);
});

it('ends what becomes slow later, within six minutes', async () => {
  begin();
  await flow(1_000_000, HOUR + MINUTE);
  expect(await flow(100, HOUR)).toBeLessThanOrEqual(6 * MINUTE);
  expect(speed.signal.aborted).toBe(true);
});

it('does not hold against a server that the machine slept', async () => {
  let slept = 0;
  begin(RECORDING_FLOOR, { ...clock, mono: () => clock.mono() + slept });
  await flow(100, MINUTE);
  slept += 8 * HOUR;
  await flow(100, 2 * MINUTE);
  expect(speed.signal.aborted).toBe(false);
  expect(await flow(100, HOUR)).toBe(3 * MINUTE);
});

it('watches nothing without a floor', async () => {
  begin(null);
  expect(clock.sleepers()).toBe(0);
  await flow(0, HOUR);
  expect(speed.signal.aborted).toBe(false);
});
