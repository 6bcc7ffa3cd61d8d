import { invertCholesky } from '../grouping/matrices.ts';
import { dot } from '../voice-prints.ts';
import { type FrameSums, forEachPair, meanAndCovariance, SUMMED } from './frame-sums.ts';

/** Of each variance is added to it: few frames vary too little in some direction. */
const SHRINKAGE = 0.05;
const LEAST_VARIANCE = 1e-4;

/** A normal distribution of frames. */
export type Gaussian = {
  mean: Float64Array;
  /** The inverse of the covariance, row by row. */
  precision: Float64Array;
  /** The logarithm of the covariance's determinant. */
  logVolume: number;
};

/** The distribution that the frames are most likely drawn from. */
export function fitGaussian(frames: FrameSums): Gaussian {
  const { mean, columns } = whitenFrames(frames);
  const precision = Float64Array.from(
    columns.flatMap((one) => columns.map((other) => dot(one, other))),
  );
  const logVolume = columns.reduce((sum, of, column) => sum - 2 * Math.log(of[column] ?? 1), 0);
  return { mean, precision, logVolume };
}

/** The mean, and the columns of the lower triangular map after which the frames vary by 1 in every direction. */
export function whitenFrames(frames: FrameSums): { mean: Float64Array; columns: Float32Array[] } {
  const { mean, covariance } = meanAndCovariance(frames);
  const spread = new Float64Array(SUMMED * SUMMED);
  forEachPair((row, column, place) => {
    const value = covariance[place] ?? 0;
    spread[row * SUMMED + column] =
      row === column ? Math.max(0, value) * (1 + SHRINKAGE) + LEAST_VARIANCE : value;
  });
  const whiten = invertCholesky(spread, SUMMED);
  const columns = Array.from({ length: SUMMED }, (_, column) => {
    const unit = new Float32Array(SUMMED);
    unit[column] = 1;
    return whiten(unit);
  });
  return { mean, columns };
}

/** The logarithm of how likely the distribution gives these frames, but for a constant. */
export function logLikelihood(
  { mean, precision, logVolume }: Gaussian,
  { count, sums, products }: FrameSums,
): number {
  let distance = 0;
  forEachPair((row, column, place) => {
    const [a, b] = [mean[row] ?? 0, mean[column] ?? 0];
    const scatter =
      (products[place] ?? 0) - a * (sums[column] ?? 0) - b * (sums[row] ?? 0) + count * a * b;
    distance += (row === column ? 1 : 2) * scatter * (precision[row * SUMMED + column] ?? 0);
  });
  return -0.5 * (distance + count * logVolume);
}
