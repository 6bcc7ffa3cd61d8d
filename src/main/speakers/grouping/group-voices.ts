/** Which windows are the same person's, and how many people there are. Pure, and the same every time. */

import { centroidsOf, dot, rowOf, type VoicePrints } from '../voice-prints.ts';
import { type Clusters, findClusters } from './k-means.ts';
import { cutStretches, type Stretch } from './stretches.ts';
import { findVoiceSpace, type VoiceSpace } from './voice-space.ts';

export type Grouping = {
  /** The speaker of each window, 0…count−1. */
  labels: Int32Array;
  count: number;
  /** How well the voices part, 0–1. */
  confidence: number;
};

/** By which factor each further speaker must shrink the spread around the voices; found by test/bench/speakers.ts. */
export type CountRule = {
  /** Of one speaker becoming two, and of each one after. */
  second: number;
  further: number;
  /** In how many directions people are looked for; where more are expected, one for each but the first. */
  directions: number;
};

const MOST_SPEAKERS = 10;
/** A speaker with less of the speech is a phantom, made of laughter, overlaps and noise. */
const SMALLEST_SHARE = 0.03;
/** The same where the whole is short: about four seconds. */
const FEWEST_WINDOWS = 5;
/** What each speaker takes of the freedom that the stretches have. */
const FREEDOM = 3;

/** `expected` fixes the number of speakers; otherwise the rule finds it. */
export function groupVoices(
  prints: VoicePrints,
  { expected, rule }: { expected: number | null; rule: CountRule },
): Grouping {
  const windows = prints.windows.length;
  if (windows < 2 || expected === 1) {
    return { labels: new Int32Array(windows), count: Math.min(1, windows), confidence: 0 };
  }
  const stretches = cutStretches(prints);
  const most = Math.min(expected ?? MOST_SPEAKERS, stretches.length);
  const space = findVoiceSpace(prints, stretches, Math.max(rule.directions, (expected ?? 0) - 1));
  if (expected !== null) return spread(prints, stretches, findClusters(space, most));
  const chosen = chooseCount(space, most, rule);
  const grouping = spread(prints, stretches, chosen.clusters);
  if (grouping.count > 1) return grouping;
  return { ...grouping, confidence: clamp((rule.second - chosen.parted) / (rule.second - 1)) };
}

/** Adds speakers one by one as long as each explains enough, or two of them do together. */
function chooseCount(space: VoiceSpace, most: number, rule: CountRule) {
  const found = [findClusters(space, 1)];
  const heard = space.weights.filter((weight) => weight > 0).length;
  const clusters = (count: number): Clusters | undefined => {
    if (count > most) return undefined;
    found[count - 1] ??= findClusters(space, count);
    return found[count - 1];
  };
  const factor = (count: number): number => {
    const [before, after] = [clusters(count - 1), clusters(count)];
    if (!before || !after || hasPhantom(after, space.weights)) return 0;
    const shrunk = before.spread / Math.max(1e-9, after.spread);
    return shrunk * freedom(heard, count);
  };
  const needed = (count: number) => (count === 2 ? rule.second : rule.further);
  let count = 1;
  for (;;) {
    const [next, second] = [factor(count + 1), factor(count + 2)];
    if (next >= needed(count + 1)) count += 1;
    else if (next * second >= needed(count + 1) * needed(count + 2)) count += 2;
    else return { clusters: clusters(count) ?? findClusters(space, 1), parted: factor(2) };
  }
}

/** What is left to chance: with few stretches, one more speaker shrinks the spread whoever speaks. */
function freedom(stretches: number, count: number): number {
  const left = (speakers: number) => Math.max(1, stretches - FREEDOM * speakers);
  return left(count) / left(count - 1);
}

/** From the stretches to their windows. */
function spread(prints: VoicePrints, stretches: readonly Stretch[], clusters: Clusters): Grouping {
  const labels = new Int32Array(prints.windows.length);
  stretches.forEach(({ from, to }, index) => {
    labels.fill(clusters.labels[index] ?? 0, from, to);
  });
  const count = renumber(labels);
  return { labels, count, confidence: distinctness(prints, labels, count) };
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

function hasPhantom({ labels }: Clusters, weights: Float32Array): boolean {
  const sizes = new Map<number, number>();
  labels.forEach((label, index) => {
    sizes.set(label, (sizes.get(label) ?? 0) + (weights[index] ?? 0));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return Math.min(...sizes.values()) < Math.max(FEWEST_WINDOWS, SMALLEST_SHARE * total);
}

/** How far the windows are from the next best speaker, as a part of how close they are to their own. */
function distinctness(prints: VoicePrints, labels: Int32Array, count: number): number {
  if (count < 2) return 0;
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
  return clamp(margin / Math.max(1e-9, own));
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
