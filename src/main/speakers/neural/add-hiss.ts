import { seededRandom } from '../seeded-random.ts';

/** Below the sound itself: too quiet to hear, far above the nothing of an edited or muted recording. */
const BELOW = 10 ** (-45 / 20);

/**
 * Puts the same weak white noise under each window of at most `length` samples. Speaker networks never heard digital
 * silence, whose logarithm lies so far from that of any sound that it says more than the voice beside it.
 */
export function createHiss(length: number): (window: Float32Array) => Float32Array {
  const random = seededRandom(1);
  const noise = new Float64Array(length).map(() => 2 * random() - 1);
  // Loops, for this is done to every window: ten hours took 13 s longer with a function called for each sample.
  return (window) => {
    let power = 0;
    for (const value of window) power += value * value;
    const peak = Math.sqrt((3 * power) / Math.max(1, window.length)) * BELOW;
    const hissing = new Float32Array(window.length);
    for (let index = 0; index < window.length; index += 1) {
      hissing[index] = (window[index] ?? 0) + peak * (noise[index] ?? 0);
    }
    return hissing;
  };
}
