import type { TimeSpan } from '../../../shared/time.ts';
import { centroidsOf, dot, rowOf, type Turn, type VoiceEmbeddings } from '../voice-embeddings.ts';

const STEP_MS = 100;
/** The cost of a speaker change, in sums of cosines over steps. */
const CHANGE_COST = 0.5;
/** A shorter pause in a speaker's speech belongs to the turn. */
const JOINED_MS = 600;

/**
 * The speaker of each tenth of a second of the regions: each window scores how well it fits every speaker, most
 * strongly at its middle, and a speaker continues unless the scores contradict it.
 */
export function findTurns(
  embeddings: VoiceEmbeddings,
  regions: readonly TimeSpan[],
  labels: Int32Array,
  count: number,
): Turn[] {
  if (count === 0) return regions.map((region) => ({ ...region, speaker: 0, confidence: 0 }));
  const fits = windowFits(embeddings, labels, count);
  const turns: Turn[] = [];
  let first = 0;
  for (const region of regions) {
    while (
      first < embeddings.windows.length &&
      (embeddings.windows[first]?.endMs ?? 0) <= region.startMs
    ) {
      first += 1;
    }
    turns.push(...regionTurns(embeddings.windows, fits, region, first, count));
  }
  return joinTurns(turns);
}

/** How well each window fits each speaker: the cosine similarity with the centroid. */
export function windowFits(
  embeddings: VoiceEmbeddings,
  labels: Int32Array,
  count: number,
): Float32Array {
  const { dim, vectors, windows } = embeddings;
  const centroids = centroidsOf(embeddings, labels, count);
  const fits = new Float32Array(windows.length * count);
  windows.forEach((_, row) => {
    for (let speaker = 0; speaker < count; speaker += 1) {
      fits[row * count + speaker] = dot(rowOf(vectors, dim, row), rowOf(centroids, dim, speaker));
    }
  });
  return fits;
}

function regionTurns(
  windows: readonly TimeSpan[],
  fits: Float32Array,
  region: TimeSpan,
  first: number,
  count: number,
): Turn[] {
  const steps = Math.max(1, Math.ceil((region.endMs - region.startMs) / STEP_MS));
  const scores = new Float32Array(steps * count);
  for (let step = 0; step < steps; step += 1) {
    const at = region.startMs + (step + 0.5) * STEP_MS;
    const scored = scores.subarray(step * count, (step + 1) * count);
    scoreMoment(windows, fits, at, first, scored);
  }
  const speakers = followSpeakers(scores, count, () => CHANGE_COST);
  const turns: Turn[] = [];
  speakers.forEach((speaker, step) => {
    const startMs = region.startMs + step * STEP_MS;
    const endMs = Math.min(region.endMs, startMs + STEP_MS);
    const last = turns.at(-1);
    if (last?.speaker === speaker) last.endMs = endMs;
    else turns.push({ startMs, endMs, speaker, confidence: 0 });
  });
  for (const turn of turns) turn.confidence = confidenceOf(turn, region, scores, count);
  return turns;
}

/**
 * Averages the windows around a moment, weighted by the distance of their middle; uses the nearest if there are none.
 */
function scoreMoment(
  windows: readonly TimeSpan[],
  fits: Float32Array,
  at: number,
  first: number,
  scored: Float32Array,
): void {
  const count = scored.length;
  let total = 0;
  for (let row = first; row < windows.length; row += 1) {
    const { startMs, endMs } = windows[row] ?? { startMs: 0, endMs: 0 };
    if (startMs > at) break;
    if (endMs <= at) continue;
    const half = (endMs - startMs) / 2;
    const weight = Math.max(0.05, 1 - Math.abs(at - startMs - half) / half);
    for (let speaker = 0; speaker < count; speaker += 1) {
      scored[speaker] = (scored[speaker] ?? 0) + weight * (fits[row * count + speaker] ?? 0);
    }
    total += weight;
  }
  if (total > 0) {
    for (let speaker = 0; speaker < count; speaker += 1) {
      scored[speaker] = (scored[speaker] ?? 0) / total;
    }
    return;
  }
  const before = windows[first - 1];
  const after = windows[first];
  const useBefore =
    before !== undefined && (after === undefined || at - before.endMs < after.startMs - at);
  const row = useBefore ? first - 1 : Math.min(first, windows.length - 1);
  scored.set(fits.subarray(row * count, (row + 1) * count));
}

/** By how much the speaker fits better than the next best one, averaged over the turn. */
function confidenceOf(turn: Turn, region: TimeSpan, scores: Float32Array, count: number): number {
  if (count === 1) return 1;
  let [margin, steps] = [0, 0];
  for (let at = turn.startMs; at < turn.endMs; at += STEP_MS) {
    const step = Math.round((at - region.startMs) / STEP_MS);
    const row = scores.subarray(step * count, (step + 1) * count);
    const rival = Math.max(...row.filter((_, speaker) => speaker !== turn.speaker));
    margin += (row[turn.speaker] ?? 0) - rival;
    steps += 1;
  }
  return Math.min(1, Math.max(0, (2 * margin) / Math.max(1, steps)));
}

/** Merges turns of one speaker that are separated by a short pause. */
export function joinTurns(turns: readonly Turn[]): Turn[] {
  const joined: Turn[] = [];
  for (const turn of turns) {
    const last = joined.at(-1);
    if (last?.speaker === turn.speaker && turn.startMs - last.endMs <= JOINED_MS) {
      const [a, b] = [last.endMs - last.startMs, turn.endMs - turn.startMs];
      last.confidence = (last.confidence * a + turn.confidence * b) / Math.max(1, a + b);
      last.endMs = turn.endMs;
    } else joined.push({ ...turn });
  }
  return joined;
}

/**
 * The most likely speaker at each step, given that speakers tend to continue (Viterbi smoothing): `fits` holds one row
 * of `count` scores per step, and changing the speaker at step `i` costs `change(i)`.
 */
export function followSpeakers(
  fits: Float32Array,
  count: number,
  change: (step: number) => number,
): Int32Array {
  const steps = fits.length / count;
  const from = new Int16Array(fits.length);
  let scores = Float64Array.from(fits.subarray(0, count));
  for (let step = 1; step < steps; step += 1) {
    const leader = indexOfMax(scores);
    const switched = (scores[leader] ?? 0) - change(step);
    const next = new Float64Array(count);
    for (let speaker = 0; speaker < count; speaker += 1) {
      const stayed = scores[speaker] ?? 0;
      from[step * count + speaker] = stayed >= switched ? speaker : leader;
      next[speaker] = Math.max(stayed, switched) + (fits[step * count + speaker] ?? 0);
    }
    scores = next;
  }
  const labels = new Int32Array(steps);
  let speaker = indexOfMax(scores);
  for (let step = steps - 1; step >= 0; step -= 1) {
    labels[step] = speaker;
    speaker = from[step * count + speaker] ?? 0;
  }
  return labels;
}

function indexOfMax(values: Float64Array): number {
  return values.reduce((best, value, index) => (value > (values[best] ?? 0) ? index : best), 0);
}

/** Merges spans that overlap, touch, or are at most `pauseMs` apart; chronological. */
export function joinSpans(spans: readonly TimeSpan[], pauseMs = 0): TimeSpan[] {
  const joined: TimeSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = joined.at(-1);
    if (last !== undefined && span.startMs - last.endMs <= pauseMs) {
      last.endMs = Math.max(last.endMs, span.endMs);
    } else joined.push({ ...span });
  }
  return joined;
}

/** The speech detector finds soft onsets and endings late or not at all; tuned with test/bench/speakers.ts. */
const EDGE_MS = 150;

/**
 * The regions searched for turns: the speech with its edges, ordered, never adjacent. The last region keeps its end,
 * since the recording may end there.
 */
export function widenRegions(regions: readonly TimeSpan[]): TimeSpan[] {
  const last = regions.length - 1;
  return joinSpans(
    regions.map(({ startMs, endMs }, index) => ({
      startMs: Math.max(0, startMs - EDGE_MS),
      endMs: index < last ? endMs + EDGE_MS : endMs,
    })),
  );
}
