import type { TranscriptEdit } from '../../../../../shared/transcription/editing.ts';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';

/** Some text: from a place in a segment to a place in the same or a later one. */
export type Selected = {
  first: { id: number; offset: number };
  last: { id: number; offset: number };
};

/** Gives words to a speaker: sentences are cut at the limits of words. */
export function wordsToSpeaker(
  { first, last }: Selected,
  speaker_id: number,
  segments: readonly TranscriptSegment[],
): TranscriptEdit[] {
  const [head, tail] = [segments[first.id], segments[last.id]];
  if (!head || !tail) return [];
  const from = wordStart(head.text, first.offset);
  const to = wordEnd(tail.text, last.offset);
  const edits: TranscriptEdit[] = [];
  if (to < tail.text.trimEnd().length) edits.push({ op: 'split', id: last.id, offset: to });
  if (from > 0) edits.push({ op: 'split', id: first.id, offset: from });
  const shift = from > 0 ? 1 : 0;
  edits.push({ op: 'speaker', first: first.id + shift, last: last.id + shift, speaker_id });
  return edits;
}

function wordStart(text: string, offset: number): number {
  // A selection that begins in the space before a word means the word.
  const at = offset + (/^\s*/u.exec(text.slice(offset))?.[0].length ?? 0);
  return at - (/(?<!\S)\S*$/u.exec(text.slice(0, at))?.[0].length ?? 0);
}

function wordEnd(text: string, offset: number): number {
  const at = text.slice(0, offset).trimEnd().length;
  return at + (/^\S*/u.exec(text.slice(at))?.[0].length ?? 0);
}
