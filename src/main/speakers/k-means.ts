import { addTo, dot, normalize, rowOf } from './voice-prints.ts';

const RESTARTS = 12;
const MAX_ROUNDS = 30;

/**
 * Spherical k-means: `count` directions such that every row lies close to one of them. The best of several starts
 * (k-means++), drawn from a fixed seed: the same rows always give the same directions.
 */
export function findDirections(vectors: Float32Array, dim: number, count: number): Float32Array {
  const rows = vectors.length / dim;
  const random = seededRandom(count);
  let best = { score: Number.NEGATIVE_INFINITY, centers: new Float32Array(0) as Float32Array };
  for (let start = 0; start < RESTARTS; start += 1) {
    const centers = spreadStart(vectors, dim, count, random);
    const labels = new Int32Array(rows).fill(-1);
    let score = 0;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const assigned = assign(vectors, dim, centers, labels);
      score = assigned.score;
      if (!assigned.changed) break;
      recenter(vectors, dim, centers, labels);
    }
    if (score > best.score) best = { score, centers };
    if (count === 1) break;
  }
  return best.centers;
}

/** Far from each other, so that each voice is likely to get one. */
function spreadStart(
  vectors: Float32Array,
  dim: number,
  count: number,
  random: () => number,
): Float32Array {
  const rows = vectors.length / dim;
  const centers = new Float32Array(count * dim);
  const away = new Float64Array(rows).fill(1);
  for (let center = 0; center < count; center += 1) {
    const total = away.reduce((sum, value) => sum + value, 0);
    let rest = random() * total;
    const chosen = away.findIndex((value) => {
      rest -= value;
      return rest <= 0;
    });
    const row = rowOf(vectors, dim, Math.max(0, chosen));
    centers.set(row, center * dim);
    for (let index = 0; index < rows; index += 1) {
      const distance = Math.max(0, 1 - dot(row, rowOf(vectors, dim, index)));
      away[index] = Math.min(center === 0 ? 4 : (away[index] ?? 4), distance ** 2);
    }
  }
  return centers;
}

function assign(
  vectors: Float32Array,
  dim: number,
  centers: Float32Array,
  labels: Int32Array,
): { score: number; changed: boolean } {
  const count = centers.length / dim;
  let score = 0;
  let changed = false;
  for (let index = 0; index < labels.length; index += 1) {
    const row = rowOf(vectors, dim, index);
    let [best, found] = [Number.NEGATIVE_INFINITY, 0];
    for (let center = 0; center < count; center += 1) {
      const fit = dot(row, rowOf(centers, dim, center));
      if (fit > best) [best, found] = [fit, center];
    }
    changed ||= labels[index] !== found;
    labels[index] = found;
    score += best;
  }
  return { score, changed };
}

function recenter(
  vectors: Float32Array,
  dim: number,
  centers: Float32Array,
  labels: Int32Array,
): void {
  const sums = new Float32Array(centers.length);
  labels.forEach((label, index) => {
    addTo(rowOf(sums, dim, label), rowOf(vectors, dim, index));
  });
  for (let center = 0; center * dim < centers.length; center += 1) {
    const sum = rowOf(sums, dim, center);
    if (normalize(sum)) centers.set(sum, center * dim);
  }
}

/** mulberry32, in [0, 1). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
