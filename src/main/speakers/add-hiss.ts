import { seededRandom } from './seeded-random.ts';

/** Below the sound itself: too quiet to hear, far above the nothing of an edited or muted recording. */
const BELOW = 10 ** (-45 / 20);

/**
 * Puts the same weak white noise under each window of at most `length` samples. Speaker networks never heard digital
 * silence, whose logarithm lies so far from that of any sound that it says more than the voice beside it.
 */
export function createHiss(length: number): (window: Float32Array) => Float32Array {
  const random = seededRandom(1);
  const noise = new Float64Array(length).map(() => 2 * random() - 1);
  return (window) => {
    const power =
      window.reduce((sum, value) => sum + value * value, 0) / Math.max(1, window.length);
    const peak = Math.sqrt(3 * power) * BELOW;
    return window.map((value, index) => value + peak * (noise[index] ?? 0));
  };
}
