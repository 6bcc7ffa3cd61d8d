/** Edits that the service does not have yet, and what becomes of them when the text was changed elsewhere meanwhile. */
import { z } from 'zod';
import { TranscriptEdit } from '../../../shared/transcription/editing.ts';
import type { Speaker } from '../../../shared/transcription/speakers.ts';
import type {
  TranscriptionResult,
  TranscriptSegment,
} from '../../../shared/transcription/transcription.ts';
import { applyEdits } from './transcript-changes.ts';

/** Where an edit belongs, whatever the ids have become: when its segments start, in seconds, and what it was based on. */
const Anchor = z.object({ starts: z.array(z.number()), text: z.string().nullable() });
type Anchor = z.infer<typeof Anchor>;

/** Edits that a user made at once, in the order of the history. */
export const WaitingStep = z.object({
  /** Lets the service recognize a repeated request. */
  request: z.string(),
  edits: z.array(TranscriptEdit),
  anchors: z.array(Anchor),
});
export type WaitingStep = z.infer<typeof WaitingStep>;

/** A sentence that was changed here and elsewhere; `theirs` is null where it is no longer there. */
export const Conflict = z.object({
  start: z.number(),
  mine: z.string(),
  theirs: z.string().nullable(),
  /** Set once the user has put the choice off: it is no longer asked for. */
  later: z.literal(true).optional(),
});
export type Conflict = z.infer<typeof Conflict>;

export function newName(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

/** A step that starts from the text as it is shown. */
export function toStep(result: TranscriptionResult, edits: readonly TranscriptEdit[]): WaitingStep {
  const anchors: Anchor[] = [];
  // Texts are changed in place, which for a word that is replaced everywhere are thousands.
  let shown = { ...result, segments: [...result.segments] };
  for (const edit of edits) {
    const ids = idsOf(edit);
    const based = edit.op === 'text' || edit.op === 'split';
    anchors.push({
      starts: ids.map((id) => shown.segments[id]?.start ?? -1),
      text: based ? (shown.segments[ids[0] ?? -1]?.text ?? null) : null,
    });
    shown = edit.op === 'text' ? withText(shown, edit) : applyEdits(shown, [edit]);
  }
  return { request: newName(), edits: [...edits], anchors };
}

/** What was written in a sentence as a step, wherever the sentence is now. */
export function toTextStep(written: { start: number; base: string; text: string }): WaitingStep {
  return {
    request: newName(),
    edits: [{ op: 'text', id: 0, text: written.text }],
    anchors: [{ starts: [written.start], text: written.base }],
  };
}

/** The step for a text that was changed meanwhile: what still fits, and what does not. */
export function fitStep(
  result: TranscriptionResult,
  { request, edits, anchors }: WaitingStep,
): { step: WaitingStep | null; conflicts: Conflict[] } {
  const fitting: TranscriptEdit[] = [];
  const conflicts: Conflict[] = [];
  const onlyTexts = edits.every(({ op }) => op === 'text');
  let shown = { ...result, segments: [...result.segments] };
  for (const [index, edit] of edits.entries()) {
    if (edit.op === 'cues') {
      fitting.push(edit);
      continue;
    }
    const anchor = anchors[index] ?? { starts: [], text: null };
    const ids = anchor.starts.map((start) => segmentFrom(shown.segments, start)?.id ?? -1);
    const now = shown.segments[ids[0] ?? -1];
    const mine = edit.op === 'text' ? edit.text : null;
    if (now && mine !== null && now.text === mine) continue;
    const moved = ids.includes(-1) || !follow(ids, edit);
    if (!now || moved || (anchor.text !== null && now.text !== anchor.text)) {
      const [start = 0] = anchor.starts;
      if (mine !== null) conflicts.push({ start, mine, theirs: now?.text ?? null });
      // What comes after a cut counts on it.
      if (!onlyTexts) return { step: null, conflicts };
      continue;
    }
    const fitted = withFreeNumber(withIds(edit, ids), shown.speakers);
    fitting.push(fitted);
    shown = fitted.op === 'text' ? withText(shown, fitted) : applyEdits(shown, [fitted]);
  }
  if (fitting.length === 0) return { step: null, conflicts };
  return { step: { ...toStep(result, fitting), request }, conflicts };
}

export function segmentFrom(
  segments: readonly TranscriptSegment[],
  start: number,
): TranscriptSegment | undefined {
  let [low, high] = [0, segments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((segments[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return segments[low]?.start === start ? segments[low] : undefined;
}

/** Only the text counts here. */
function withText(
  result: TranscriptionResult,
  { id, text }: { id: number; text: string },
): TranscriptionResult {
  const segment = result.segments[id];
  if (segment) result.segments[id] = { ...segment, text };
  return result;
}

function idsOf(edit: TranscriptEdit): number[] {
  if (edit.op === 'cues') return [];
  if (edit.op === 'speaker' || edit.op === 'heard') return [edit.first, edit.last];
  return edit.op === 'join' ? [edit.id, edit.id - 1] : [edit.id];
}

/** Somebody new has another number where it was given to somebody else meanwhile. */
function withFreeNumber(edit: TranscriptEdit, speakers: readonly Speaker[]): TranscriptEdit {
  if (edit.op !== 'speaker' || edit.name === undefined) return edit;
  const { speaker_id, name } = edit;
  const there = speakers.find(({ id }) => id === speaker_id);
  if (!there || there.name === name) return edit;
  const same = name === null ? undefined : speakers.find((speaker) => speaker.name === name);
  return { ...edit, speaker_id: same?.id ?? nextSpeaker(speakers) };
}

export function nextSpeaker(speakers: readonly Pick<Speaker, 'id'>[]): number {
  return Math.max(0, ...speakers.map(({ id }) => id)) + 1;
}

/** A sentence can be joined only to the one before it. */
function follow([first = 0, second = 0]: readonly number[], edit: TranscriptEdit): boolean {
  return edit.op !== 'join' || first === second + 1;
}

function withIds(edit: TranscriptEdit, [id = 0, last = 0]: readonly number[]): TranscriptEdit {
  if (edit.op === 'cues') return edit;
  return edit.op === 'speaker' || edit.op === 'heard'
    ? { ...edit, first: id, last }
    : { ...edit, id };
}
