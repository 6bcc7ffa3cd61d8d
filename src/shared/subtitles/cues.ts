import type { TimeSpan } from '../time.ts';
import type { Segment } from '../transcription/transcript.ts';
import { type BreakCosts, rateBreaks } from './break-costs.ts';
import { createLayOut, createMeasure, type LayOut, type MeasureLine } from './line-layout.ts';
import { buildRuns, type Run } from './speech-runs.ts';
import type { Cue, CueWord, SubtitleOptions } from './subtitle-options.ts';
import { cueEnd, MIN_CUE_MS } from './timing.ts';

const TOO_FAST = 3;
const TOO_SHORT = 20;
const PER_CUE = 9;
/** Two sentences in one cue, more if the second continues in the next. */
const TWO_SENTENCES = 6;
const MIXED_SENTENCES = 4;

type Chunk = { from: number; to: number };
type Context = {
  run: Run;
  nextRunMs: number;
  options: SubtitleOptions;
  costs: BreakCosts;
  measure: MeasureLine;
  layOut: LayOut;
};

/**
 * Subtitles for a transcript: its words verbatim, split into cues by dynamic programming over word boundaries. Cues
 * never overlap, never contain two speakers and never span a pause of a second.
 */
export function buildCues(segments: readonly Segment[], options: SubtitleOptions): Cue[] {
  const cues = makeCues(buildRuns(segments, options), options);
  return withoutOverlap(cues.map(({ words: _, ...cue }) => cue));
}

/** Cues for runs in chronological order, with the time span of their words; some may start before another ends. */
export function makeCues(
  runs: readonly Run[],
  options: SubtitleOptions,
): (Cue & { words: TimeSpan })[] {
  const cues: (Cue & { words: TimeSpan })[] = [];
  for (const [index, run] of runs.entries()) {
    const costs = rateBreaks(run);
    const measure = createMeasure(run);
    const layOut = createLayOut(run, costs, measure);
    const nextRunMs = runs[index + 1]?.atoms[0]?.startMs ?? Number.POSITIVE_INFINITY;
    const context = { run, nextRunMs, options, costs, measure, layOut };
    for (const chunk of bestChunks(context)) cues.push(toCue(context, chunk));
  }
  return cues;
}

/** The cheapest way to split a run into cues (shortest path over word boundaries). */
function bestChunks(context: Context): Chunk[] {
  const count = context.run.atoms.length;
  const cost = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY);
  const origin = new Int32Array(count + 1);
  cost[0] = 0;
  for (let to = 1; to <= count; to++) {
    for (let from = to - 1; from >= 0 && fits(context, from, to); from--) {
      const total = (cost[from] ?? 0) + chunkCost(context, from, to);
      if (total < (cost[to] ?? 0)) {
        cost[to] = total;
        origin[to] = from;
      }
    }
  }
  const chunks: Chunk[] = [];
  for (let to = count; to > 0; to = origin[to] ?? 0) chunks.push({ from: origin[to] ?? 0, to });
  return chunks.reverse();
}

/** Whether a chunk fits into one cue; if false, it is false for every longer one too. */
function fits({ run, options, measure }: Context, from: number, to: number): boolean {
  if (to - from === 1) return true;
  const startMs = run.atoms[from]?.startMs ?? 0;
  const endMs = run.atoms[to - 1]?.endMs ?? 0;
  if (endMs - startMs > options.max_duration * 1000) return false;
  return measure(from, to) <= run.lineWidth * options.max_lines;
}

function chunkCost(context: Context, from: number, to: number): number {
  const { run, costs, options } = context;
  const layout = context.layOut(from, to, options.max_lines);
  if (layout === null) return Number.POSITIVE_INFINITY;
  const { startMs, endMs, width } = timeChunk(context, { from, to });
  const seconds = (endMs - startMs) / 1000;
  const excess = Math.max(0, width / seconds - run.profile.softCps);
  const last = to === run.atoms.length;
  const cut = last ? 0 : (costs.cue[to] ?? 0);
  const two = hasSentenceEnd(costs, from, to);
  const mixed = two && !last && costs.sentence[to] !== true;
  return (
    PER_CUE +
    TOO_FAST * excess ** 2 +
    (endMs - startMs < MIN_CUE_MS ? TOO_SHORT : 0) +
    cut +
    (two ? TWO_SENTENCES : 0) +
    (mixed ? MIXED_SENTENCES : 0) +
    layout.cost
  );
}

function hasSentenceEnd({ sentence }: BreakCosts, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) if (sentence[at] === true) return true;
  return false;
}

function timeChunk({ run, nextRunMs, options, measure }: Context, { from, to }: Chunk) {
  const startMs = run.atoms[from]?.startMs ?? 0;
  const width = measure(from, to);
  const endMs = cueEnd({
    startMs,
    lastWordEndMs: run.atoms[to - 1]?.endMs ?? startMs,
    nextStartMs: run.atoms[to]?.startMs ?? nextRunMs,
    width,
    softCps: run.profile.softCps,
    maxMs: options.max_duration * 1000,
  });
  return { startMs, endMs, width };
}

function toCue(context: Context, chunk: Chunk): Cue & { words: TimeSpan } {
  const { run, layOut, options } = context;
  const { startMs, endMs } = timeChunk(context, chunk);
  const breaks = layOut(chunk.from, chunk.to, options.max_lines)?.breaks ?? [];
  const edges = [chunk.from, ...breaks, chunk.to];
  const timed = edges.slice(1).map((to, index) => run.atoms.slice(edges[index] ?? 0, to));
  return {
    startMs,
    endMs,
    lines: timed.map(lineText),
    speaker: run.speaker,
    label: chunk.from === 0 ? run.label : null,
    timed,
    words: wordsOf(run, chunk),
  };
}

/** From the first word of a chunk to the first word after it. */
function wordsOf({ atoms }: Run, { from, to }: Chunk): TimeSpan {
  const startMs = atoms[from]?.startMs ?? 0;
  const last = atoms[to - 1];
  const endMs = Math.max(last?.endMs ?? 0, (last?.startMs ?? 0) + 1);
  return { startMs, endMs: Math.min(endMs, atoms[to]?.startMs ?? Number.POSITIVE_INFINITY) };
}

function lineText(words: readonly CueWord[]): string {
  return words
    .map((atom, index) => `${index > 0 && atom.spaceBefore ? ' ' : ''}${atom.text}`)
    .join('');
}

/**
 * Words with the same time would give cues with the same time: each cue starts no earlier than the previous one ends.
 */
export function withoutOverlap<Timed extends Cue>(cues: readonly Timed[]): Timed[] {
  let floorMs = 0;
  return cues.map((cue) => {
    const startMs = Math.max(cue.startMs, floorMs);
    const endMs = Math.max(cue.endMs, startMs + 1);
    floorMs = endMs;
    return { ...cue, startMs, endMs };
  });
}
