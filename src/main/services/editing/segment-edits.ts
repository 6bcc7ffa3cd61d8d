/** Edits of a transcript as pure functions over its rows. */
import { setImmediate } from 'node:timers/promises';
import type { CueEdit } from '../../../shared/subtitles/cue-edits.ts';
import {
  confirmWords,
  type EditSegments,
  type TranscriptEdit,
} from '../../../shared/transcription/editing.ts';
import { retimeWords } from '../../../shared/transcription/retime-words.ts';
import {
  joinSentences,
  type Sentence,
  splitSentence,
} from '../../../shared/transcription/split-sentence.ts';
import type { Word } from '../../../shared/transcription/transcript.ts';
import { AppError } from '../../core/errors.ts';
import type { SegmentRow } from '../../repositories/tables.ts';
import { Original, type SpeakerLabel } from '../../repositories/transcripts/edit.repository.ts';
import type { StepBody } from '../../repositories/transcripts/history.repository.ts';
import { readWords } from '../../repositories/transcripts/stored-segments.ts';
import { findPassages } from './changed-passages.ts';
import { replaceCues, replacedCues, wordsOf } from './cue-edits.ts';

/** An edit as the API defines it, or the older operation that restores the original text. */
export type RowEdit = TranscriptEdit | { op: 'original'; id: number };

export type EditContext = {
  /** By number; new speakers are added to it. */
  speakers: Map<number, SpeakerLabel>;
  /** The subtitles edited by hand, as the edits leave them; empty if no edit is about them. */
  cues: readonly CueEdit[];
  /** The rows of changed windows as they were transcribed. */
  transcribed: () => Promise<readonly SegmentRow[]>;
  /** Whether the labels refer to other speakers now than when it was transcribed. */
  relabeled: () => Promise<boolean>;
};

/** One segment's edit as the operations it is made of. */
export function toRowEdits(edit: EditSegments['segments'][number]): RowEdit[] {
  const { id, text, speaker_id, original, confirmed_words: words } = edit;
  return [
    ...(original ? [{ op: 'original', id } as const] : []),
    ...(text === undefined ? [] : [{ op: 'text', id, text } as const]),
    ...(speaker_id === undefined
      ? []
      : [{ op: 'speaker', first: id, last: id, speaker_id } as const]),
    ...(words === undefined ? [] : [{ op: 'confirm', id, words } as const]),
  ];
}

/** The rows after the edits; unchanged rows stay the same objects. @throws invalid_request */
export async function applyEdits(
  rows: readonly SegmentRow[],
  edits: readonly RowEdit[],
  context: EditContext,
): Promise<SegmentRow[]> {
  let after = [...rows];
  const replaced = replacedCues(edits.filter((edit) => edit.op === 'cues'));
  for (const edit of edits) {
    // Each may look through all words: others are answered in between.
    if (edit.op === 'heard' || edit.op === 'cues') await setImmediate();
    if (edit.op === 'heard') after = await restoreTranscribed(after, edit, context);
    else if (edit.op === 'cues') {
      const said = replaced.has(edit) ? '' : wordsOf(after, edit);
      context.cues = replaceCues(context.cues, edit, said);
    } else {
      if (edit.op === 'speaker') nameNewSpeaker(rows, edit, context);
      applyEdit(after, edit, context);
    }
  }
  return after;
}

/** The speakers who have another name after edits; undefined where nobody has. */
export function newNames(
  before: ReadonlyMap<number, SpeakerLabel>,
  speakers: ReadonlyMap<number, SpeakerLabel>,
): StepBody['name'] {
  const named = [...speakers].flatMap(([number, { name: after }]) => {
    const name = before.get(number)?.name ?? null;
    return name === after ? [] : [{ number, before: name, after }];
  });
  return named.length > 0 ? named : undefined;
}

type Place = { first: number; last: number };

function applyEdit(
  rows: SegmentRow[],
  edit: Exclude<RowEdit, { op: 'heard' | 'cues' }>,
  { speakers }: EditContext,
): void {
  if (edit.op === 'speaker') {
    const { first, last, of, speaker_id } = edit;
    rowAt(rows, first);
    rowAt(rows, last);
    const { label } = chooseSpeaker(speaker_id, speakers);
    const only = of === undefined ? undefined : speakers.get(of)?.label;
    for (let at = first; at <= last; at++) {
      const row = rowAt(rows, at);
      if ((of === undefined || row.speaker === only) && row.speaker !== label) {
        rows[at] = { ...row, speaker: label };
      }
    }
    return;
  }
  const row = rowAt(rows, edit.id);
  if (edit.op === 'text') rows[edit.id] = withText(row, edit.text);
  else if (edit.op === 'confirm') rows[edit.id] = withConfirmed(row, edit.words);
  else if (edit.op === 'original') rows[edit.id] = withOriginal(row);
  else if (edit.op === 'split') rows.splice(edit.id, 1, ...splitRow(row, edit.offset));
  else if (edit.op === 'join') {
    rows.splice(edit.id - 1, 2, joinRows(rowAt(rows, edit.id - 1), row));
  } else rows[edit.id] = { ...row, paragraph: edit.begins ? 'begins' : 'continues' };
}

function withText(row: SegmentRow, text: string): SegmentRow {
  if (text === row.text) return row;
  const spoken = sentenceOf(row);
  const original = originalOf(row);
  // Words that return after an earlier change get their original times back.
  const words = retimeWords(original ? { ...spoken, words: original.words } : spoken, text);
  const kept = original ?? { text: row.text, words: spoken.words };
  return { ...row, text, words: JSON.stringify(words), original: JSON.stringify(kept) };
}

function withOriginal(row: SegmentRow): SegmentRow {
  const original = originalOf(row);
  if (!original) return row;
  return { ...row, text: original.text, words: JSON.stringify(original.words), original: null };
}

/** Marks exactly the words that the user has confirmed. */
function withConfirmed(row: SegmentRow, places: readonly number[]): SegmentRow {
  return { ...row, words: JSON.stringify(confirmWords(readWords(row.words), places)) };
}

function splitRow(row: SegmentRow, offset: number): [SegmentRow, SegmentRow] {
  const parts = splitSentence(sentenceOf(row), offset);
  if (!parts) throw invalid('There is nothing to split at this place.');
  const [left, right] = parts;
  const original = originalOf(row);
  const originals = original ? splitOriginal(row, original, right.startMs) : [null, null];
  return [
    { ...row, ...contentOf(left), original: toJson(originals[0]) },
    {
      ...row,
      ...contentOf(right),
      original: toJson(originals[1]),
      continues: 0,
      paragraph: null,
    },
  ];
}

/** The original text, split at the same time. */
function splitOriginal(row: SegmentRow, original: Original, atMs: number): Original[] {
  const sentence = { ...sentenceOf(row), ...original };
  const before = original.words.filter(({ startMs }) => startMs < atMs).length;
  const offset = original.words.slice(0, before).reduce((at, { text }) => {
    const found = original.text.indexOf(text, at);
    return found < 0 ? at : found + text.length;
  }, 0);
  const parts = offset > 0 ? splitSentence(sentence, offset) : null;
  if (parts) return parts.map(({ text, words }) => ({ text, words }));
  const nothing = { text: '', words: [] };
  return offset > 0 ? [original, nothing] : [nothing, original];
}

function joinRows(first: SegmentRow, second: SegmentRow): SegmentRow {
  const joined = joinSentences(sentenceOf(first), sentenceOf(second));
  const [left, right] = [originalOf(first), originalOf(second)];
  const original =
    left || right
      ? joinSentences({ ...sentenceOf(first), ...left }, { ...sentenceOf(second), ...right })
      : null;
  const flags = new Set([...JSON.parse(first.flags), ...JSON.parse(second.flags)]);
  return {
    ...first,
    ...contentOf(joined),
    flags: JSON.stringify([...flags]),
    original: toJson(original && { text: original.text, words: original.words }),
  };
}

/** Restores the original for each passage that overlaps the requested range. */
async function restoreTranscribed(
  rows: SegmentRow[],
  { first, last }: Place,
  { transcribed, relabeled }: EditContext,
): Promise<SegmentRow[]> {
  rowAt(rows, first);
  rowAt(rows, last);
  const keepsSpeakers = await relabeled();
  const after: SegmentRow[] = [];
  let at = 0;
  for (const passage of findPassages(rows, await transcribed())) {
    if (passage.last < first || passage.first > last) continue;
    const old = rows.slice(passage.first, passage.last + 1);
    const back = passage.transcribed.map((row) =>
      keepsSpeakers ? { ...row, speaker: mainSpeaker(old, row) } : row,
    );
    after.push(...rows.slice(at, passage.first), ...back);
    at = passage.last + 1;
  }
  return [...after, ...rows.slice(at)];
}

/** The speaker with the most time within a row. */
function mainSpeaker(rows: readonly SegmentRow[], { startMs, endMs, speaker }: SegmentRow): string {
  const common = (row: SegmentRow) => Math.min(row.endMs, endMs) - Math.max(row.startMs, startMs);
  return rows.toSorted((a, b) => common(b) - common(a))[0]?.speaker ?? speaker;
}

/** An existing speaker, or a new one with the next unused label. */
function chooseSpeaker(number: number, speakers: Map<number, SpeakerLabel>): SpeakerLabel {
  const known = speakers.get(number);
  if (known) return known;
  if (number > Math.max(0, ...speakers.keys()) + 1) throw invalid('There is no such speaker.');
  const taken = new Set([...speakers.values()].map(({ label }) => label));
  let at = number;
  while (taken.has(`Speaker ${at}`)) at++;
  const fresh = { label: `Speaker ${at}`, name: null };
  speakers.set(number, fresh);
  return fresh;
}

/** A name is for a speaker who said nothing before; others are renamed in a request of its own. */
function nameNewSpeaker(
  before: readonly SegmentRow[],
  { speaker_id, name }: Extract<RowEdit, { op: 'speaker' }>,
  { speakers }: EditContext,
): void {
  if (name === undefined) return;
  const speaker = chooseSpeaker(speaker_id, speakers);
  if (speaker.name === name) return;
  if (before.some((row) => row.speaker === speaker.label)) {
    throw invalid(`Speaker ${speaker_id} is not new: only a new speaker is named in an edit.`);
  }
  speakers.set(speaker_id, { ...speaker, name });
}

function rowAt(rows: readonly SegmentRow[], id: number): SegmentRow {
  const row = rows[id];
  if (!row) throw invalid(`There is no segment ${id} here.`);
  return row;
}

function sentenceOf(row: SegmentRow): Sentence {
  const { startMs, endMs, text, language } = row;
  return { startMs, endMs, text, language, words: readWords(row.words) };
}

function contentOf({ startMs, endMs, text, words }: Sentence) {
  return {
    startMs,
    endMs,
    text,
    words: JSON.stringify(words),
    confidence: meanConfidence(words),
  };
}

function originalOf(row: SegmentRow): Original | null {
  return row.original === null ? null : Original.parse(JSON.parse(row.original));
}

function toJson(original: Original | null | undefined): string | null {
  return original ? JSON.stringify(original) : null;
}

function meanConfidence(words: readonly Word[]): number {
  return words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, words.length);
}

function invalid(message: string): AppError {
  return new AppError('invalid_request', { param: 'edits', message });
}
