/** What was done to a transcript by hand, to take it back and do it again. */
import type { SegmentChange } from './transcript-changes.ts';

/** What brings a transcript to one side of an edit: segments as they are there, or the name a speaker has there. */
export type EditStep =
  | { changes: readonly SegmentChange[] }
  | { speaker: number; name: string | null };

/** One thing a person did: how it was, and how it became. */
export type Edit = {
  before: EditStep;
  after: EditStep;
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

/** What must be done to take the last edit back, and the history then; `null` when there is none. */
export function undo({ done, undone }: History): [EditStep, History] | null {
  const last = done.at(-1);
  if (!last) return null;
  return [last.before, { done: done.slice(0, -1), undone: [...undone, last] }];
}

/** What must be done to make the edit again that was last taken back, and the history then. */
export function redo({ done, undone }: History): [EditStep, History] | null {
  const last = undone.at(-1);
  if (!last) return null;
  return [last.after, { done: [...done, last], undone: undone.slice(0, -1) }];
}
