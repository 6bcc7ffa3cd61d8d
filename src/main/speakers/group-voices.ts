/** Which windows are the same person's, and how many people there are. Pure, and the same every time. */
import { findDirections } from './k-means.ts';
import { followSpeakers } from './stay.ts';
import {
  addTo,
  centroidsOf,
  dot,
  normalize,
  rowOf,
  type TimeSpan,
  type VoicePrints,
} from './voice-prints.ts';

export type Grouping = {
  /** The speaker of each window, 0…count−1. */
  labels: Int32Array;
  count: number;
  /** How well the voices part, 0–1. */
  confidence: number;
};

/** How much each further speaker must explain; found on composed dialogues, see docs/performance.md. */
export type CountRule = {
  /** Of one speaker becoming two, and of each one after: growth of the mean length of the speakers' sums. */
  second: number;
  further: number;
};

const MOST_SPEAKERS = 10;
/** A speaker with less of the speech is a phantom, made of laughter, overlaps and noise. */
const SMALLEST_SHARE = 0.03;
/** Windows that directions are looked for in; more cost time and change nothing. */
const SAMPLE = 3000;
const ROUNDS = 4;
const CHANGE_COST = 0.4;
/** A silence of this length says nothing any more about who speaks after it. */
const FORGOTTEN_MS = 1200;

/** `expected` fixes the number of speakers; otherwise the rule finds it. */
export function groupVoices(
  prints: VoicePrints,
  { expected, rule }: { expected: number | null; rule: CountRule },
): Grouping {
  const windows = prints.windows.length;
  if (windows < 2) return { labels: new Int32Array(windows), count: windows, confidence: 0 };
  const sample = takeSample(blendNeighbours(prints), prints.dim);
  const split = (count: number) =>
    settle(prints, findDirections(sample, prints.dim, Math.min(count, windows)));
  if (expected !== null) return finish(prints, split(expected));
  let best = split(1);
  let before = best.cohesion;
  const first = best.cohesion;
  let gain = 0;
  for (let count = 2; count <= Math.min(MOST_SPEAKERS, windows); count += 1) {
    const next = split(count);
    if (count === 2) gain = next.cohesion - first;
    if (next.cohesion - before < (count === 2 ? rule.second : rule.further)) break;
    before = next.cohesion;
    if (smallestShare(next) >= SMALLEST_SHARE) best = next;
  }
  if (best.count > 1) return finish(prints, best);
  return { ...best, confidence: Math.min(1, Math.max(0, 1 - gain / rule.second)) };
}

type Partition = { labels: Int32Array; count: number; cohesion: number };

/** Windows follow their centroids and the person who spoke before, centroids follow their windows. */
function settle(prints: VoicePrints, directions: Float32Array): Partition {
  const { dim, vectors, windows } = prints;
  let centroids = directions;
  let labels: Int32Array = new Int32Array(windows.length).fill(-1);
  let count = directions.length / dim;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const fits = new Float32Array(windows.length * count);
    for (let row = 0; row < windows.length; row += 1) {
      for (let speaker = 0; speaker < count; speaker += 1) {
        fits[row * count + speaker] = dot(rowOf(vectors, dim, row), rowOf(centroids, dim, speaker));
      }
    }
    const next = followSpeakers(fits, count, (step) => changeCost(windows, step));
    const same = next.every((label, row) => label === labels[row]);
    labels = next;
    if (same) break;
    count = renumber(labels);
    centroids = centroidsOf(prints, labels, count);
  }
  return { labels, count, cohesion: cohesionOf(prints, labels, count) };
}

function changeCost(windows: readonly TimeSpan[], step: number): number {
  const pause = (windows[step]?.startMs ?? 0) - (windows[step - 1]?.endMs ?? 0);
  return CHANGE_COST * Math.min(1, Math.max(0.2, 1 - pause / FORGOTTEN_MS));
}

/** Labels without gaps, in order of first appearance. Returns how many there are. */
function renumber(labels: Int32Array): number {
  const numbers = new Map<number, number>();
  labels.forEach((label, row) => {
    const number = numbers.get(label) ?? numbers.size;
    numbers.set(label, number);
    labels[row] = number;
  });
  return numbers.size;
}

/** The mean length of what the windows of a speaker add up to: 1 when all of them are alike. */
function cohesionOf({ dim, vectors }: VoicePrints, labels: Int32Array, count: number): number {
  const sums = new Float32Array(count * dim);
  labels.forEach((label, row) => {
    addTo(rowOf(sums, dim, label), rowOf(vectors, dim, row));
  });
  let total = 0;
  for (let speaker = 0; speaker < count; speaker += 1) {
    const sum = rowOf(sums, dim, speaker);
    total += Math.sqrt(dot(sum, sum));
  }
  return total / labels.length;
}

function smallestShare({ labels, count }: Partition): number {
  const sizes = new Int32Array(count);
  for (const label of labels) sizes[label] = (sizes[label] ?? 0) + 1;
  return Math.min(...sizes) / labels.length;
}

/** How far the windows are from the next best speaker, as a part of how close they are to their own. */
function finish(prints: VoicePrints, partition: Partition): Grouping {
  const { labels, count } = partition;
  if (count < 2) return { labels, count, confidence: 0 };
  const { dim, vectors } = prints;
  const centroids = centroidsOf(prints, labels, count);
  let [own, margin] = [0, 0];
  labels.forEach((label, row) => {
    const fits = Array.from({ length: count }, (_, speaker) =>
      dot(rowOf(vectors, dim, row), rowOf(centroids, dim, speaker)),
    );
    const fit = fits[label] ?? 0;
    own += Math.max(0, fit);
    margin += fit - Math.max(...fits.filter((_, speaker) => speaker !== label));
  });
  return { labels, count, confidence: Math.min(1, Math.max(0, margin / Math.max(1e-9, own))) };
}

/** Each window with what is alike in the ones it overlaps: neighbours are mostly the same person's. */
function blendNeighbours({ dim, vectors, windows }: VoicePrints): Float32Array {
  let blended = vectors;
  for (let round = 0; round < 2; round += 1) {
    const next = blended.slice();
    for (let row = 0; row < windows.length; row += 1) {
      for (const other of [row - 1, row + 1]) {
        if (!overlap(windows[Math.min(row, other)], windows[Math.max(row, other)])) continue;
        const alike = dot(rowOf(blended, dim, row), rowOf(blended, dim, other));
        addTo(rowOf(next, dim, row), rowOf(vectors, dim, other), Math.max(0, alike));
      }
    }
    for (let row = 0; row < windows.length; row += 1) normalize(rowOf(next, dim, row));
    blended = next;
  }
  return blended;
}

function overlap(earlier: TimeSpan | undefined, later: TimeSpan | undefined): boolean {
  return earlier !== undefined && later !== undefined && later.startMs - earlier.endMs < 150;
}

/** At most so many rows, evenly spread over the recording. */
function takeSample(vectors: Float32Array, dim: number): Float32Array {
  const rows = vectors.length / dim;
  if (rows <= SAMPLE) return vectors;
  const sample = new Float32Array(SAMPLE * dim);
  for (let row = 0; row < SAMPLE; row += 1) {
    sample.set(rowOf(vectors, dim, Math.floor((row * rows) / SAMPLE)), row * dim);
  }
  return sample;
}
