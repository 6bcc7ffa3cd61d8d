/** What changes when one subtitle is written again, split, or joined with the next. */
import type { EditedCue } from '../../../../../shared/subtitles/edited-cues.ts';
import { MIN_CUE_MS } from '../../../../../shared/subtitles/timing.ts';
import { type TimeSpan, toSeconds } from '../../../../../shared/time.ts';
import type { TranscriptEdit } from '../../../../../shared/transcription/editing.ts';
import type { CuePlace } from './retiming-store.ts';

type CueStep = Extract<TranscriptEdit, { op: 'cues' }>;

/** A subtitle as it is being written. */
export type Draft = { startMs: number; endMs: number; text: string };

export function draftOf({ startMs, endMs, lines }: EditedCue): Draft {
  return { startMs, endMs, text: lines.join('\n') };
}

/** The cues that one edit must name together with this one: those that were written with it. */
function groupOf(cues: readonly EditedCue[], index: number): number[] {
  const edit = cues[index]?.edit;
  if (!edit) return [index];
  return cues.flatMap((cue, at) => (cue.edit?.index === edit.index ? [at] : []));
}

/** An edit of all cues from the first to the last of some, each written as `write` says. */
function editOf(
  cues: readonly EditedCue[],
  indexes: readonly number[],
  kind: NonNullable<CueStep['kind']>,
  write: (index: number) => Draft[],
): CueStep {
  const group = [...new Set(indexes.flatMap((index) => groupOf(cues, index)))].toSorted(
    (a, b) => a - b,
  );
  const named = group.flatMap((index) => cues[index] ?? []);
  return {
    op: 'cues',
    kind,
    from: toSeconds(Math.min(...named.map(({ words }) => words.startMs))),
    to: toSeconds(Math.max(...named.map(({ words }) => words.endMs))),
    cues: group
      .flatMap(write)
      .filter(({ text }) => text.trim() !== '')
      .map(({ startMs, endMs, text }) => ({
        start: toSeconds(startMs),
        end: toSeconds(endMs),
        text,
      })),
  };
}

const drafts = (cues: readonly EditedCue[], index: number): Draft[] =>
  cues[index] ? [draftOf(cues[index])] : [];

export function rewrite(cues: readonly EditedCue[], index: number, draft: Draft): CueStep {
  const isTiming = cues[index]?.lines.join('\n') === draft.text;
  const kind = isTiming ? 'cue_times' : 'cue';
  return editOf(cues, [index], kind, (at) => (at === index ? [draft] : drafts(cues, at)));
}

/** One cue as two, cut at a place of its text; the time is shared out by length. */
export function split(
  cues: readonly EditedCue[],
  index: number,
  draft: Draft,
  offset: number,
): CueStep | null {
  const [first, second] = [draft.text.slice(0, offset).trim(), draft.text.slice(offset).trim()];
  if (first === '' || second === '') return null;
  const part = first.length / (first.length + second.length);
  const cutMs = Math.round(draft.startMs + (draft.endMs - draft.startMs) * part);
  return editOf(cues, [index], 'cue_split', (at) =>
    at === index
      ? [
          { startMs: draft.startMs, endMs: cutMs, text: first },
          { startMs: cutMs, endMs: draft.endMs, text: second },
        ]
      : drafts(cues, at),
  );
}

export function joinNext(cues: readonly EditedCue[], index: number, draft: Draft): CueStep | null {
  const next = cues[index + 1];
  if (!next) return null;
  const text = `${draft.text.trim()}\n${next.lines.join('\n')}`;
  return editOf(cues, [index, index + 1], 'cue_join', (at) => {
    if (at === index) return [{ startMs: draft.startMs, endMs: next.endMs, text }];
    return at === index + 1 ? [] : drafts(cues, at);
  });
}

/** What was written with this cue is made of the words again. */
export function backToAutomatic(cues: readonly EditedCue[], index: number): CueStep {
  return { ...editOf(cues, [index], 'cue_reset', () => []), cues: null };
}

/** The times a cue may have without meeting its neighbours. */
export function roomOf(
  cues: readonly EditedCue[],
  index: number,
): { fromMs: number; toMs: number } {
  const before = cues[index - 1];
  return {
    fromMs: before ? soonestEnd(before) : 0,
    toMs: cues[index + 1]?.startMs ?? Number.POSITIVE_INFINITY,
  };
}

/** A cue that was made of its words lingers after them, and goes sooner where the next comes sooner. */
function soonestEnd({ startMs, endMs, words, edit }: EditedCue): number {
  return edit ? endMs : Math.min(endMs, Math.max(words.endMs, startMs + MIN_CUE_MS));
}

/** One edge of a cue moved, as far as its neighbours leave room. */
export function moveEdge(
  { startMs, endMs }: TimeSpan,
  edge: keyof TimeSpan,
  ms: number,
  { fromMs, toMs }: ReturnType<typeof roomOf>,
): TimeSpan {
  const at = Math.round(ms);
  if (edge === 'startMs') {
    return { startMs: Math.max(fromMs, Math.min(at, endMs - SHORTEST_MS)), endMs };
  }
  return { startMs, endMs: Math.min(toMs, Math.max(at, startMs + SHORTEST_MS)) };
}

/** Times that were chosen before the neighbours moved. */
export function within(times: TimeSpan, room: ReturnType<typeof roomOf>): TimeSpan {
  return moveEdge(moveEdge(times, 'startMs', times.startMs, room), 'endMs', times.endMs, room);
}

/** Less than a picture of a film could not be seen. */
const SHORTEST_MS = 50;

/** By what a cue is known while its times change. */
export function placeOf(cues: readonly EditedCue[], index: number): CuePlace {
  const wordsFromMs = cues[index]?.words.startMs ?? 0;
  return { wordsFromMs, nth: index - firstOf(cues, wordsFromMs) };
}

export function placeKeys(cues: readonly EditedCue[]): string[] {
  let first = 0;
  return cues.map(({ words: { startMs } }, index) => {
    if (startMs !== cues[first]?.words.startMs) first = index;
    return `${startMs} ${index - first}`;
  });
}

/** Where the cue of a place is now; -1 where it is no more. */
export function indexOf(cues: readonly EditedCue[], { wordsFromMs, nth }: CuePlace): number {
  const first = firstOf(cues, wordsFromMs);
  return cues[first + nth]?.words.startMs === wordsFromMs ? first + nth : -1;
}

function firstOf(cues: readonly EditedCue[], wordsFromMs: number): number {
  return cues.findIndex(({ words }) => words.startMs === wordsFromMs);
}
