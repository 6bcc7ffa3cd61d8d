/** The few directions in which the people of one recording differ, found in the recording itself. */

import { withinVoiceOf } from '../neural/within-voice.ts';
import { addTo, dot, rowOf, type VoicePrints } from '../voice-prints.ts';
import { findCopies } from './copies.ts';
import { invertCholesky, principalDirections } from './matrices.ts';
import type { Stretch } from './stretches.ts';

export type VoiceSpace = {
  dim: number;
  /** One row for each stretch: the mean of its windows. */
  points: Float32Array;
  /** How many windows each stretch has; none where it says nothing new. */
  weights: Float32Array;
};

/**
 * A recording has too few windows for 128 variances: so many times as much as it says itself counts what is known
 * beforehand, which is that voices differ from themselves as other people's do, or else in every direction alike.
 */
const SHRINKAGE = { learnt: 12, alike: 3 };
/** Of the mean variance, in every direction: other people are not these. */
const UNKNOWN = 0.3;

/**
 * Linear discriminant analysis without labels: what differs between windows close to each other is not who speaks,
 * and counts less the more it varies there (within-class covariance normalization, Hatch and others 2006); of what is
 * left, the directions in which the stretches differ most. So noise and rooms do not part one voice into several.
 */
export function findVoiceSpace(
  prints: VoicePrints,
  stretches: readonly Stretch[],
  dim: number,
): VoiceSpace {
  const learnt = withinVoiceOf(prints);
  const whiten = invertCholesky(nearbyCovariance(prints, stretches, learnt), prints.dim);
  // How alike copies are is known of the model that comes with Steno alone.
  const copies = learnt ? findCopies(prints, stretches) : [];
  const weights = Float32Array.from(stretches, ({ from, to }, at) => (copies[at] ? 0 : to - from));
  const means = new Float32Array(stretches.length * prints.dim);
  stretches.forEach(({ from, to }, index) => {
    const sum = new Float32Array(prints.dim);
    for (let row = from; row < to; row += 1) addTo(sum, rowOf(prints.vectors, prints.dim, row));
    const mean = rowOf(means, prints.dim, index);
    whiten(sum).forEach((value, at) => {
      mean[at] = value / (to - from);
    });
  });
  center(means, weights, prints.dim);
  const directions = principalDirections(means, weights, prints.dim, dim);
  const points = new Float32Array(stretches.length * dim);
  for (let index = 0; index < stretches.length; index += 1) {
    for (let axis = 0; axis < dim; axis += 1) {
      const direction = rowOf(directions, prints.dim, axis);
      points[index * dim + axis] = dot(rowOf(means, prints.dim, index), direction);
    }
  }
  return { dim, points, weights };
}

/** Of the differences between windows that nearly touch, with what is known beforehand. */
function nearbyCovariance(
  prints: VoicePrints,
  stretches: readonly Stretch[],
  learnt: Float64Array | null,
): Float64Array {
  const { dim, vectors } = prints;
  const covariance = new Float64Array(dim * dim);
  let pairs = 0;
  for (const { from, to } of stretches) {
    for (let row = from; row + 2 < to; row += 1) {
      const [a, b] = [rowOf(vectors, dim, row), rowOf(vectors, dim, row + 2)];
      const difference = a.map((value, index) => value - (b[index] ?? 0));
      addOuter(covariance, difference, 0.5);
      pairs += 1;
    }
  }
  const shape = learnt && blendWithAlike(learnt, dim);
  const variance = pairs === 0 ? 1 : meanVariance(covariance, dim) / pairs;
  const known = variance * (shape ? SHRINKAGE.learnt : SHRINKAGE.alike);
  for (let at = 0; at < covariance.length; at += 1) {
    const alike = at % (dim + 1) === 0 ? 1 : 0;
    const heard = (covariance[at] ?? 0) / Math.max(1, pairs);
    covariance[at] = heard + known * (shape?.[at] ?? alike) + 1e-9 * alike;
  }
  return covariance;
}

/** With a mean variance of 1. */
function blendWithAlike(learnt: Float64Array, dim: number): Float64Array {
  const mean = meanVariance(learnt, dim);
  return learnt.map((value, at) => {
    const alike = at % (dim + 1) === 0 ? UNKNOWN : 0;
    return (value / mean + alike) / (1 + UNKNOWN);
  });
}

function meanVariance(covariance: Float64Array, dim: number): number {
  let trace = 0;
  for (let index = 0; index < dim; index += 1) trace += covariance[index * dim + index] ?? 0;
  return trace / dim;
}

/** The lower triangle of weight · vector · vectorᵀ. */
export function addOuter(target: Float64Array, vector: Float32Array, weight: number): void {
  const dim = vector.length;
  for (let row = 0; row < dim; row += 1) {
    const scaled = weight * (vector[row] ?? 0);
    for (let column = 0; column <= row; column += 1) {
      const at = row * dim + column;
      target[at] = (target[at] ?? 0) + scaled * (vector[column] ?? 0);
    }
  }
}

function center(rows: Float32Array, weights: Float32Array, dim: number): void {
  const mean = new Float32Array(dim);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  weights.forEach((weight, row) => {
    addTo(mean, rowOf(rows, dim, row), weight / total);
  });
  weights.forEach((_, row) => {
    addTo(rowOf(rows, dim, row), mean, -1);
  });
}
