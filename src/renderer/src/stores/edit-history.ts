/** What was done to a transcript by hand, to take it back and do it again. */
import type { SegmentChange } from './transcript-changes.ts';

/** One thing a person did: the segments as they were, and as they became. */
export type Edit = {
  before: readonly SegmentChange[];
  after: readonly SegmentChange[];
  /** Edits of one session, such as the typing in one segment, are taken back together. */
  session: string | null;
};

export type History = { done: readonly Edit[]; undone: readonly Edit[] };

export const emptyHistory: History = { done: [], undone: [] };

/** After one more edit; what was taken back before cannot be done again. */
export function withEdit({ done }: History, edit: Edit): History {
  const last = done.at(-1);
  const goesOn = last !== undefined && edit.session !== null && last.session === edit.session;
  const merged = goesOn ? { ...last, after: edit.after } : edit;
  return { done: [...(goesOn ? done.slice(0, -1) : done), merged], undone: [] };
}

/** What must change to take the last edit back, and the history then; `null` when there is none. */
export function undo({ done, undone }: History): [readonly SegmentChange[], History] | null {
  const last = done.at(-1);
  if (!last) return null;
  return [last.before, { done: done.slice(0, -1), undone: [...undone, last] }];
}

/** What must change to do the edit again that was last taken back. */
export function redo({ done, undone }: History): [readonly SegmentChange[], History] | null {
  const last = undone.at(-1);
  if (!last) return null;
  return [last.after, { done: [...done, last], undone: undone.slice(0, -1) }];
}
