/** What voiced frames come to: enough for their mean and covariance, and exactly additive. */
import type { TimeSpan } from '../../../shared/time.ts';
import type { VoiceFrame } from './voice-frames.ts';

/** The pitch in semitones and c1…c12: more cepstra say more of the words than of the voice in so few frames. */
export const SUMMED = 13;
const SEMITONES_AN_OCTAVE = 12;

/** `products` is the lower triangle of Σ x·xᵀ, row by row. */
export type FrameSums = { count: number; sums: Float64Array; products: Float64Array };

/** Speech that is most likely one person's, and what its voiced frames come to. */
export type VoiceUnit = TimeSpan & { frames: FrameSums };

export function noFrames(): FrameSums {
  const products = new Float64Array((SUMMED * (SUMMED + 1)) / 2);
  return { count: 0, sums: new Float64Array(SUMMED), products };
}

export function addFrame(target: FrameSums, { pitch, cepstra }: VoiceFrame): void {
  const numbers = [SEMITONES_AN_OCTAVE * Math.log2(pitch), ...cepstra.subarray(0, SUMMED - 1)];
  target.count += 1;
  let at = 0;
  for (let row = 0; row < SUMMED; row += 1) {
    const value = numbers[row] ?? 0;
    target.sums[row] = (target.sums[row] ?? 0) + value;
    for (let column = 0; column <= row; column += 1) {
      target.products[at] = (target.products[at] ?? 0) + value * (numbers[column] ?? 0);
      at += 1;
    }
  }
}

/** All of `a` and `b`, or with a sign of −1 what is in `a` but not in its part `b`. */
export function joinSums(a: FrameSums, b: FrameSums, sign: 1 | -1 = 1): FrameSums {
  return {
    count: a.count + sign * b.count,
    sums: a.sums.map((value, at) => value + sign * (b.sums[at] ?? 0)),
    products: a.products.map((value, at) => value + sign * (b.products[at] ?? 0)),
  };
}

/** The mean and the covariance's lower triangle. */
export function meanAndCovariance({ count, sums, products }: FrameSums) {
  const mean = sums.map((sum) => sum / Math.max(1, count));
  const covariance = new Float64Array(products.length);
  forEachPair((row, column, place) => {
    const product = (products[place] ?? 0) / Math.max(1, count);
    covariance[place] = product - (mean[row] ?? 0) * (mean[column] ?? 0);
  });
  return { mean, covariance };
}

/** What `meanAndCovariance` took apart. */
export function sumsOf(count: number, mean: Float64Array, covariance: Float64Array): FrameSums {
  const products = new Float64Array(covariance.length);
  forEachPair((row, column, place) => {
    products[place] = count * ((covariance[place] ?? 0) + (mean[row] ?? 0) * (mean[column] ?? 0));
  });
  return { count, sums: mean.map((value) => value * count), products };
}

/** Visits a lower triangle row by row. */
export function forEachPair(visit: (row: number, column: number, place: number) => void): void {
  let place = 0;
  for (let row = 0; row < SUMMED; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      visit(row, column, place);
      place += 1;
    }
  }
}
