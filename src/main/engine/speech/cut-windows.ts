/** Cuts speech into windows, which the engine transcribes one by one. Pure. */
import type { TimeSpan } from '../../../shared/time.ts';

export type Window = TimeSpan & { index: number };

export type CutOptions = {
  /** Speech regions, ordered and not overlapping. */
  regions: readonly TimeSpan[];
  /** The level of every 10 ms in dBFS. */
  energies: Float32Array;
  totalMs: number;
  /** Maximum length of a window; Whisper processes 30 s at a time. */
  maxMs?: number;
};

const DEFAULT_MAX_MS = 28_000;
const FRAME_MS = 10;
/** Silence kept around a window's speech. */
const MARGIN_MS = 200;
/** A longer silence always ends a window, so that the engine never receives it. */
const LONG_SILENCE_MS = 2000;
/** The last part of a full window, searched first for a cut: earlier cuts mean more windows. */
const SEARCHED_PART = 1 / 3;
/** Frames on each side averaged to judge how quiet a moment is: a dip between two glottal pulses is not a pause. */
const SMOOTHING_FRAMES = 4;

/**
 * Cuts windows of at most `maxMs`, ordered and not overlapping; every ms of speech is in exactly one. A window ends at
 * a long silence, else at the longest pause in its last third, else at the longest earlier pause. Without any pause it
 * is cut within speech, at the quietest moment of its last third.
 */
export function cutWindows(options: CutOptions): Window[] {
  const { energies, totalMs, maxMs = DEFAULT_MAX_MS } = options;
  const spans = takeSpans(options.regions, maxMs - 2 * MARGIN_MS, energies);
  return spans.map((span, index) => {
    const before = spans[index - 1]?.endMs ?? 0;
    const after = spans[index + 1]?.startMs ?? totalMs;
    return {
      index,
      startMs: span.startMs - Math.min(MARGIN_MS, Math.ceil((span.startMs - before) / 2)),
      endMs: span.endMs + Math.min(MARGIN_MS, Math.floor((after - span.endMs) / 2)),
    };
  });
}

/** How far beyond a full window its end may depend on the audio: a long silence, and the padding of regions. */
const LOOK_AHEAD_MS = LONG_SILENCE_MS + 1000;

/** For a recording known only up to `totalMs`: the windows that do not depend on what follows. */
export function settledWindows(options: CutOptions): Window[] {
  const { totalMs, maxMs = DEFAULT_MAX_MS } = options;
  const settled = totalMs - maxMs - LOOK_AHEAD_MS;
  return cutWindows(options).filter(({ startMs }) => startMs <= settled);
}

/** Groups regions into spans of at most `maxMs`, from first to last. */
function takeSpans(
  regions: readonly TimeSpan[],
  maxMs: number,
  energies: Float32Array,
): TimeSpan[] {
  const spans: TimeSpan[] = [];
  let rest = regions.filter((region) => region.endMs > region.startMs);
  for (let [first] = rest; first !== undefined; [first] = rest) {
    const limit = first.startMs + maxMs;
    const searchedFrom = limit - maxMs * SEARCHED_PART;
    const group = takeGroup(rest, limit, searchedFrom);
    const last = group.at(-1);
    if (last !== undefined) {
      spans.push({ startMs: first.startMs, endMs: last.endMs });
      rest = rest.slice(group.length);
    } else {
      const cut = quietestMoment(energies, searchedFrom, limit);
      spans.push({ startMs: first.startMs, endMs: cut });
      rest = [{ startMs: cut, endMs: first.endMs }, ...rest.slice(1)];
    }
  }
  return spans;
}

/** The regions of one window; empty when even the first one exceeds the limit. */
function takeGroup(
  regions: readonly TimeSpan[],
  limit: number,
  searchedFrom: number,
): readonly TimeSpan[] {
  let best = { count: 0, late: false, pause: 0 };
  for (const [index, region] of regions.entries()) {
    if (region.endMs > limit) return regions.slice(0, best.count);
    const next = regions[index + 1];
    if (next === undefined || next.startMs - region.endMs > LONG_SILENCE_MS) {
      return regions.slice(0, index + 1);
    }
    const late = region.endMs >= searchedFrom;
    const pause = next.startMs - region.endMs;
    const better = late === best.late ? pause >= best.pause : late;
    if (better) best = { count: index + 1, late, pause };
  }
  return regions;
}

/** The middle of the quietest 90 ms between two times; the later one on a tie. */
function quietestMoment(energies: Float32Array, fromMs: number, toMs: number): number {
  let quietest = Number.POSITIVE_INFINITY;
  let found = Math.floor(toMs / FRAME_MS);
  for (let frame = Math.ceil(fromMs / FRAME_MS); frame * FRAME_MS <= toMs; frame += 1) {
    const around = energies.subarray(
      Math.max(0, frame - SMOOTHING_FRAMES),
      frame + SMOOTHING_FRAMES + 1,
    );
    const level = around.reduce((sum, value) => sum + value, 0) / Math.max(1, around.length);
    if (level <= quietest) {
      quietest = level;
      found = frame;
    }
  }
  return found * FRAME_MS;
}
