/** What changes when one subtitle is written anew, split, or joined with the next. */
import type { EditCues, WrittenCue } from '../../../../../../shared/subtitles/cue-edits.ts';
import type { EditedCue } from '../../../../../../shared/subtitles/edited-cues.ts';
import { toSeconds } from '../../../../../../shared/time.ts';

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
  write: (index: number) => Draft[],
): EditCues {
  const group = [...new Set(indexes.flatMap((index) => groupOf(cues, index)))].toSorted(
    (a, b) => a - b,
  );
  const named = group.flatMap((index) => cues[index] ?? []);
  return {
    from: toSeconds(Math.min(...named.map(({ words }) => words.startMs))),
    to: toSeconds(Math.max(...named.map(({ words }) => words.endMs))),
    cues: group.flatMap(write).filter(isThere).map(toWritten),
  };
}

const isThere = ({ text }: Draft) => text.trim() !== '';

function toWritten({ startMs, endMs, text }: Draft): WrittenCue {
  return { start: toSeconds(startMs), end: toSeconds(endMs), text };
}

const drafts = (cues: readonly EditedCue[], index: number): Draft[] =>
  cues[index] ? [draftOf(cues[index])] : [];

/** One cue written anew. */
export function rewrite(cues: readonly EditedCue[], index: number, draft: Draft): EditCues {
  return editOf(cues, [index], (at) => (at === index ? [draft] : drafts(cues, at)));
}

/** One cue as two, cut at a place of its text; the time is shared out by length. */
export function split(
  cues: readonly EditedCue[],
  index: number,
  draft: Draft,
  offset: number,
): EditCues | null {
  const [first, second] = [draft.text.slice(0, offset).trim(), draft.text.slice(offset).trim()];
  if (first === '' || second === '') return null;
  const part = first.length / (first.length + second.length);
  const cutMs = Math.round(draft.startMs + (draft.endMs - draft.startMs) * part);
  return editOf(cues, [index], (at) =>
    at === index
      ? [
          { startMs: draft.startMs, endMs: cutMs, text: first },
          { startMs: cutMs, endMs: draft.endMs, text: second },
        ]
      : drafts(cues, at),
  );
}

/** A cue and the next as one. */
export function joinNext(cues: readonly EditedCue[], index: number, draft: Draft): EditCues | null {
  const next = cues[index + 1];
  if (!next) return null;
  const text = `${draft.text.trim()}\n${next.lines.join('\n')}`;
  return editOf(cues, [index, index + 1], (at) => {
    if (at === index) return [{ startMs: draft.startMs, endMs: next.endMs, text }];
    return at === index + 1 ? [] : drafts(cues, at);
  });
}

/** What was written with this cue is made of the words again. */
export function backToAutomatic(cues: readonly EditedCue[], index: number): EditCues {
  return { ...editOf(cues, [index], () => []), cues: null };
}

/** The times a cue may have without meeting its neighbours. */
export function roomOf(
  cues: readonly EditedCue[],
  index: number,
): { fromMs: number; toMs: number } {
  return {
    fromMs: cues[index - 1]?.endMs ?? 0,
    toMs: cues[index + 1]?.startMs ?? Number.POSITIVE_INFINITY,
  };
}
