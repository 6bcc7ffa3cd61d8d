import { seededRandom } from '../seeded-random.ts';
import { addTo, rowOf } from '../voice-prints.ts';

const RESTARTS = 12;
const MAX_ROUNDS = 40;

export type Points = { dim: number; points: Float32Array; weights: Float32Array };
export type Clusters = {
  labels: Int32Array;
  /** The mean squared distance of the points from their centers. */
  spread: number;
};

/**
 * Weighted k-means: the best of several starts (k-means++), drawn from a fixed seed, so that the same points always
 * give the same clusters.
 */
export function findClusters(data: Points, count: number): Clusters {
  const { weights } = data;
  const random = seededRandom(count);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let best: Clusters = { labels: new Int32Array(weights.length), spread: Number.POSITIVE_INFINITY };
  for (let start = 0; start < (count === 1 ? 1 : RESTARTS); start += 1) {
    const centers = spreadStart(data, count, random);
    const labels = new Int32Array(weights.length).fill(-1);
    let spread = 0;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const assigned = assign(data, centers, labels);
      spread = assigned.sum / total;
      if (!assigned.changed) break;
      recenter(data, centers, labels);
    }
    if (spread < best.spread) best = { labels, spread };
  }
  return best;
}

/** Far from each other, so that each voice is likely to get one. */
function spreadStart(
  { dim, points, weights }: Points,
  count: number,
  random: () => number,
): Float32Array {
  const centers = new Float32Array(count * dim);
  const away = weights.slice();
  for (let center = 0; center < count; center += 1) {
    const total = away.reduce((sum, value) => sum + value, 0);
    let rest = random() * total;
    const chosen = away.findIndex((value) => {
      rest -= value;
      return rest <= 0;
    });
    const row = rowOf(points, dim, Math.max(0, chosen));
    centers.set(row, center * dim);
    weights.forEach((weight, index) => {
      const distance = weight * squaredDistance(row, rowOf(points, dim, index));
      away[index] = center === 0 ? distance : Math.min(away[index] ?? 0, distance);
    });
  }
  return centers;
}

function assign(
  { dim, points, weights }: Points,
  centers: Float32Array,
  labels: Int32Array,
): { sum: number; changed: boolean } {
  const count = centers.length / dim;
  let sum = 0;
  let changed = false;
  for (let index = 0; index < labels.length; index += 1) {
    const row = rowOf(points, dim, index);
    let [nearest, found] = [Number.POSITIVE_INFINITY, 0];
    for (let center = 0; center < count; center += 1) {
      const distance = squaredDistance(row, rowOf(centers, dim, center));
      if (distance < nearest) [nearest, found] = [distance, center];
    }
    changed ||= labels[index] !== found;
    labels[index] = found;
    sum += nearest * (weights[index] ?? 0);
  }
  return { sum, changed };
}

function recenter(
  { dim, points, weights }: Points,
  centers: Float32Array,
  labels: Int32Array,
): void {
  const count = centers.length / dim;
  const sums = new Float32Array(centers.length);
  const totals = new Float32Array(count);
  labels.forEach((label, index) => {
    const weight = weights[index] ?? 0;
    addTo(rowOf(sums, dim, label), rowOf(points, dim, index), weight);
    totals[label] = (totals[label] ?? 0) + weight;
  });
  totals.forEach((total, center) => {
    if (total === 0) return;
    const sum = rowOf(sums, dim, center);
    centers.set(
      sum.map((value) => value / total),
      center * dim,
    );
  });
}

function squaredDistance(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += ((a[index] ?? 0) - (b[index] ?? 0)) ** 2;
  return sum;
}
