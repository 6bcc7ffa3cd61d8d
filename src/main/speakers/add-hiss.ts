import { seededRandom } from './seeded-random.ts';

/** Below the sound itself: too quiet to hear, far above the nothing of an edited or muted recording. */
const BELOW = 10 ** (-45 / 20);

/**
 * The window with the same weak white noise every time. Speaker networks never heard digital silence, whose logarithm
 * lies so far from that of any sound that it says more than the voice beside it.
 */
export function addHiss(window: Float32Array): Float32Array {
  const power = window.reduce((sum, value) => sum + value * value, 0) / Math.max(1, window.length);
  const peak = Math.sqrt(3 * power) * BELOW;
  const random = seededRandom(1);
  return window.map((value) => value + peak * (2 * random() - 1));
}
