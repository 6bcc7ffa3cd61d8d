/** The few dimensions in which the speakers of one recording differ, estimated from the recording itself. */
import { withinClassOf } from '../neural/within-class.ts';
import { addTo, dot, normalize, rowOf, type VoiceEmbeddings } from '../voice-embeddings.ts';
import type { SpeechSegment } from './cut-speech.ts';

export type ProjectedSegments = {
  dim: number;
  /** One row per segment: the mean of its windows. */
  points: Float32Array;
  /** The number of windows per segment; zero for duplicates, which add no information. */
  weights: Float32Array;
};

/**
 * A recording has too few windows to estimate 128 variances, so a prior counts as this many times the recording's own
 * data: the within-class covariance of other voices, or else the same variance in every dimension.
 */
const SHRINKAGE = { prior: 12, identity: 3 };
/** As a share of the mean variance, added in every dimension: this recording's speakers are not those of the prior. */
const UNKNOWN = 0.3;

/**
 * Linear discriminant analysis without labels. Differences between adjacent windows do not come from the speaker and
 * are normalized away (within-class covariance normalization, Hatch and others 2006); of the rest, the dimensions with
 * the largest variance between segments are kept. Noise and room acoustics then do not split one voice.
 */
export function projectSegments(
  embeddings: VoiceEmbeddings,
  segments: readonly SpeechSegment[],
  dim: number,
): ProjectedSegments {
  const prior = withinClassOf(embeddings);
  const whiten = invertCholesky(nearbyCovariance(embeddings, segments, prior), embeddings.dim);
  // The similarity of duplicates is known only for the built-in model.
  const duplicates = prior ? findDuplicates(embeddings, segments) : [];
  const weights = Float32Array.from(segments, ({ from, to }, at) =>
    duplicates[at] ? 0 : to - from,
  );
  const means = new Float32Array(segments.length * embeddings.dim);
  segments.forEach(({ from, to }, index) => {
    const sum = new Float32Array(embeddings.dim);
    for (let row = from; row < to; row += 1)
      addTo(sum, rowOf(embeddings.vectors, embeddings.dim, row));
    const mean = rowOf(means, embeddings.dim, index);
    whiten(sum).forEach((value, at) => {
      mean[at] = value / (to - from);
    });
  });
  center(means, weights, embeddings.dim);
  const directions = principalDirections(means, weights, embeddings.dim, dim);
  const points = new Float32Array(segments.length * dim);
  for (let index = 0; index < segments.length; index += 1) {
    for (let axis = 0; axis < dim; axis += 1) {
      const direction = rowOf(directions, embeddings.dim, axis);
      points[index * dim + axis] = dot(rowOf(means, embeddings.dim, index), direction);
    }
  }
  return { dim, points, weights };
}

/** The covariance of differences between adjacent windows, blended with the prior. */
function nearbyCovariance(
  embeddings: VoiceEmbeddings,
  segments: readonly SpeechSegment[],
  prior: Float64Array | null,
): Float64Array {
  const { dim, vectors } = embeddings;
  const covariance = new Float64Array(dim * dim);
  let pairs = 0;
  for (const { from, to } of segments) {
    for (let row = from; row + 2 < to; row += 1) {
      const [a, b] = [rowOf(vectors, dim, row), rowOf(vectors, dim, row + 2)];
      const difference = a.map((value, index) => value - (b[index] ?? 0));
      addOuter(covariance, difference, 0.5);
      pairs += 1;
    }
  }
  const shape = prior && blendWithIdentity(prior, dim);
  const variance = pairs === 0 ? 1 : meanVariance(covariance, dim) / pairs;
  const known = variance * (shape ? SHRINKAGE.prior : SHRINKAGE.identity);
  for (let at = 0; at < covariance.length; at += 1) {
    const identity = at % (dim + 1) === 0 ? 1 : 0;
    const observed = (covariance[at] ?? 0) / Math.max(1, pairs);
    covariance[at] = observed + known * (shape?.[at] ?? identity) + 1e-9 * identity;
  }
  return covariance;
}

/** Scaled to a mean variance of 1. */
function blendWithIdentity(prior: Float64Array, dim: number): Float64Array {
  const mean = meanVariance(prior, dim);
  return prior.map((value, at) => {
    const identity = at % (dim + 1) === 0 ? UNKNOWN : 0;
    return (value / mean + identity) / (1 + UNKNOWN);
  });
}

function meanVariance(covariance: Float64Array, dim: number): number {
  let trace = 0;
  for (let index = 0; index < dim; index += 1) trace += covariance[index * dim + index] ?? 0;
  return trace / dim;
}

/** Adds the lower triangle of weight · vector · vectorᵀ. */
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

/** No one says the same thing twice this similarly; measured on recordings of one person with repeated clips. */
const DUPLICATE_SIMILARITY = 0.92;
/** Beyond half an hour, a jingle or loop is too small a part to matter, and searching for it takes too long. */
const MOST_WINDOWS = 3000;

/**
 * Finds segments that repeat earlier ones, such as a jingle, a loop or a replayed clip: most of their windows have a
 * copy among earlier windows. They add nothing about how one voice varies, and together would look like a separate
 * voice.
 */
export function findDuplicates(
  { dim, vectors, windows }: VoiceEmbeddings,
  segments: readonly SpeechSegment[],
): boolean[] {
  if (windows.length > MOST_WINDOWS) return segments.map(() => false);
  const isDuplicate = (row: number, before: number): boolean => {
    const vector = rowOf(vectors, dim, row);
    for (let earlier = 0; earlier < before; earlier += 1) {
      if (dot(vector, rowOf(vectors, dim, earlier)) > DUPLICATE_SIMILARITY) return true;
    }
    return false;
  };
  return segments.map(({ from, to }) => {
    let duplicates = 0;
    for (let row = from; row < to; row += 1) duplicates += isDuplicate(row, from) ? 1 : 0;
    return duplicates * 2 > to - from;
  });
}

/**
 * Cholesky decomposition: factors a positive definite matrix, given by its lower triangle, into L·Lᵀ and returns the
 * map x → L⁻¹x, which whitens data with this covariance.
 */
export function invertCholesky(
  matrix: Float64Array,
  dim: number,
): (vector: Float32Array) => Float32Array {
  const lower = new Float64Array(dim * dim);
  for (let row = 0; row < dim; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let rest = matrix[row * dim + column] ?? 0;
      for (let k = 0; k < column; k += 1) {
        rest -= (lower[row * dim + k] ?? 0) * (lower[column * dim + k] ?? 0);
      }
      const pivot = lower[column * dim + column] ?? 1;
      lower[row * dim + column] = row === column ? Math.sqrt(Math.max(rest, 1e-12)) : rest / pivot;
    }
  }
  return (vector) => {
    const solved = new Float32Array(dim);
    for (let row = 0; row < dim; row += 1) {
      let rest = vector[row] ?? 0;
      for (let k = 0; k < row; k += 1) rest -= (lower[row * dim + k] ?? 0) * (solved[k] ?? 0);
      solved[row] = rest / (lower[row * dim + row] ?? 1);
    }
    return solved;
  };
}

const ROUNDS = 50;

/** The `count` principal components of centered rows, by orthogonal iteration from a fixed start. */
export function principalDirections(
  rows: Float32Array,
  weights: Float32Array,
  dim: number,
  count: number,
): Float32Array {
  let directions = new Float32Array(count * dim).map((_, index) => Math.sin(index * 12.9898 + 1));
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = new Float32Array(count * dim);
    weights.forEach((weight, index) => {
      const row = rowOf(rows, dim, index);
      for (let axis = 0; axis < count; axis += 1) {
        const along = dot(row, rowOf(directions, dim, axis));
        addTo(rowOf(next, dim, axis), row, weight * along);
      }
    });
    orthogonalize(next, dim, count);
    directions = next;
  }
  return directions;
}

/** Gram–Schmidt orthogonalization. A vector that depends on the earlier ones becomes zero. */
function orthogonalize(directions: Float32Array, dim: number, count: number): void {
  for (let axis = 0; axis < count; axis += 1) {
    const direction = rowOf(directions, dim, axis);
    for (let earlier = 0; earlier < axis; earlier += 1) {
      const other = rowOf(directions, dim, earlier);
      addTo(direction, other, -dot(direction, other));
    }
    if (!normalize(direction)) direction.fill(0);
  }
}
