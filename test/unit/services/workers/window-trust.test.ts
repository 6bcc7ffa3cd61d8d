import { beforeEach, expect, test } from 'vitest';
import {
  createWindowTrust,
  type WindowTrust,
} from '../../../../src/main/services/workers/window-trust.ts';
import { createFakeClock, type FakeClock } from '../../../helpers/harness/fake-clock.ts';

let clock: FakeClock;
let trust: WindowTrust;
beforeEach(() => {
  clock = createFakeClock();
  trust = createWindowTrust({ clock });
});

/** The worker is given a window that another one transcribes. */
function fail(worker: string, key: string): void {
  trust.give(worker, key);
  trust.stored(key, true);
}

test('a worker is given a window once, and no third one is given what two have failed on', () => {
  expect(trust.mayHave('one', 'a')).toBe(true);
  trust.give('one', 'a');
  expect([trust.mayHave('one', 'a'), trust.mayHave('two', 'a')]).toEqual([false, true]);
  trust.give('two', 'a');
  expect(trust.mayHave('three', 'a')).toBe(false);
  expect(trust.mayHave('three', 'b')).toBe(true);
});

test('who fails where others succeed pauses, each time twice as long up to a minute', async () => {
  const pauses: number[] = [];
  for (let round = 0; round < 8; round++) {
    fail('one', `window-${round}`);
    pauses.push(trust.pauseMs('one'));
    await clock.advance(trust.pauseMs('one'));
    expect(trust.pauseMs('one')).toBe(0);
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1000));
  trust.succeeded('one');
  fail('one', 'later');
  expect(trust.pauseMs('one')).toBe(1000);
});

test('a window on which everybody fails costs nobody a pause', () => {
  for (let poison = 0; poison < 10; poison++) {
    trust.give('one', `poison-${poison}`);
    trust.give('two', `poison-${poison}`);
    trust.stored(`poison-${poison}`, false);
  }
  expect([trust.pauseMs('one'), trust.pauseMs('two')]).toEqual([0, 0]);
});

test('who transcribes a window is not blamed for it, and those that failed on it are', () => {
  trust.give('one', 'a');
  trust.give('two', 'a');
  trust.clear('two', 'a');
  trust.stored('a', true);
  expect([trust.pauseMs('one'), trust.pauseMs('two')]).toEqual([1000, 0]);
});
