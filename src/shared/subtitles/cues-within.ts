import { type TimeSpan, toMs } from '../time.ts';
import type { Cue, CueWord, TimedLines } from './subtitle-options.ts';

/**
 * The cues of a part of the recording, with times that count from its beginning. Of those at its edges only the words
 * in it are left, where each word's time is known.
 */
export function cuesWithin(cues: readonly Cue[], span: TimeSpan): Cue[] {
  const { startMs, endMs } = span;
  const moved = (ms: number) => Math.min(Math.max(ms, startMs), endMs) - startMs;
  return cues
    .filter((cue) => cue.startMs < endMs && cue.endMs > startMs)
    .map((cue) => (cue.timed ? withWordsIn(cue, cue.timed, span) : cue))
    .filter(({ lines }) => lines.length > 0)
    .map(({ timed, ...cue }) => ({
      ...cue,
      startMs: moved(cue.startMs),
      endMs: moved(cue.endMs),
      ...(timed && {
        timed: timed.map((line) =>
          line.map((word) => ({
            ...word,
            startMs: moved(word.startMs),
            endMs: moved(word.endMs),
          })),
        ),
      }),
    }));
}

function withWordsIn(cue: Cue, words: TimedLines, { startMs, endMs }: TimeSpan): Cue {
  if (cue.startMs >= startMs && cue.endMs <= endMs) return cue;
  const isIn = (word: CueWord) => {
    const middle = (word.startMs + word.endMs) / 2;
    return middle >= startMs && middle < endMs;
  };
  const timed = words.map((line) => line.filter(isIn)).filter((line) => line.length > 0);
  const lines = timed.map((line) =>
    line.map(({ text, spaceBefore }, at) => (at > 0 && spaceBefore ? ` ${text}` : text)).join(''),
  );
  return { ...cue, timed, lines };
}

type Part = { from?: number | undefined; to?: number | undefined };

/** A part given in seconds, or null for the whole recording. */
export function spanOf({ from, to }: Part): TimeSpan | null {
  if (from === undefined && to === undefined) return null;
  const endMs = to === undefined ? Number.POSITIVE_INFINITY : toMs(to);
  return { startMs: Math.round((from ?? 0) * 1000), endMs };
}
