import { expect, test } from 'vitest';
import { createSilenceWatch } from '../../../../src/renderer/src/recorder/silence-watch.ts';

/** Five seconds. */
const LONG = 50;

function hear(
  watch: ReturnType<typeof createSilenceWatch>,
  track: 'microphone' | 'computer',
  peak: number,
  blocks: number,
): boolean {
  for (let nth = 0; nth < blocks; nth++) watch.add(track, peak);
  return watch.isSilent(track);
}

test('a microphone is silent after five seconds of nothing, at any time', () => {
  const watch = createSilenceWatch();
  expect(hear(watch, 'microphone', 0, LONG - 1)).toBe(false);
  expect(hear(watch, 'microphone', 0, 1)).toBe(true);
  expect(hear(watch, 'microphone', 0.2, 1)).toBe(false);
  expect(hear(watch, 'microphone', 0.0001, LONG)).toBe(true);
});

test('a quiet room is not', () => {
  expect(hear(createSilenceWatch(), 'microphone', 0.002, 10 * LONG)).toBe(false);
});

test('the computer is silent until it was heard once, for nothing is played while nobody speaks', () => {
  const watch = createSilenceWatch();
  expect(hear(watch, 'computer', 0, LONG)).toBe(true);
  expect(hear(watch, 'computer', 0.1, 1)).toBe(false);
  expect(hear(watch, 'computer', 0, 10 * LONG)).toBe(false);
});

test('another device is listened to again', () => {
  const watch = createSilenceWatch();
  hear(watch, 'microphone', 0, LONG);
  watch.reset('microphone');
  expect(watch.isSilent('microphone')).toBe(false);
});
