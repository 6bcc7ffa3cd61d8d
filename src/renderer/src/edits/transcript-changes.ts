/** A finished transcript as plain data, and the pure functions that change it. */
import { toSeconds } from '../../../shared/time.ts';
import {
  confirmWords,
  type EditedTranscript,
  type TranscriptEdit,
} from '../../../shared/transcription/editing.ts';
import { retimeWords } from '../../../shared/transcription/retime-words.ts';
import type { Speaker } from '../../../shared/transcription/speakers.ts';
import {
  joinSentences,
  type Sentence,
  splitSentence,
} from '../../../shared/transcription/split-sentence.ts';
import type { Structured } from '../../../shared/transcription/structured.ts';
import type {
  TranscriptionResult,
  TranscriptSegment,
} from '../../../shared/transcription/transcription.ts';
import { toSegment } from '../text/segment.ts';

/** The result with edits that the service does not know yet; how the text was transcribed only the service knows. */
export function applyEdits(
  result: TranscriptionResult,
  edits: readonly TranscriptEdit[],
): TranscriptionResult {
  if (edits.every(({ op }) => op === 'cues')) return result;
  const segments = [...result.segments];
  const speakers = [...result.speakers];
  let { structured } = result;
  for (const edit of edits) {
    if (edit.op === 'split' || edit.op === 'join') {
      const at = edit.op === 'split' ? edit.id : edit.id - 1;
      const fresh = edit.op === 'split' ? split(segments, edit) : join(segments, edit.id);
      if (fresh.length === 0) continue;
      segments.splice(at, edit.op === 'split' ? 1 : 2, ...fresh);
      renumber(segments, at);
      structured =
        structured && withIds(structured, edit.op === 'split' ? splitAt(at) : joinAt(at));
    } else applyInPlace(segments, edit, speakers);
  }
  return { ...result, segments, speakers, structured };
}

/** The result after the service stored an edit, undid one or did it again. */
export function withAnswer(
  result: TranscriptionResult,
  { changes, speakers, structured }: EditedTranscript,
): TranscriptionResult {
  const segments = [...result.segments];
  for (const { first, removed, segments: fresh } of changes) {
    segments.splice(first, removed, ...fresh);
  }
  renumber(segments, 0);
  const names = new Map(speakers.map(({ id, name, label }) => [id, name ?? label]));
  segments.forEach((segment, at) => {
    const speaker = names.get(segment.speaker_id) ?? segment.speaker;
    if (segment.speaker !== speaker) segments[at] = { ...segment, speaker };
  });
  return { ...result, segments, speakers, structured };
}

function applyInPlace(
  segments: TranscriptSegment[],
  edit: Exclude<TranscriptEdit, { op: 'split' | 'join' }>,
  speakers: Speaker[],
): void {
  if (edit.op === 'heard' || edit.op === 'cues') return;
  if (edit.op === 'speaker') {
    const { first, last, of, speaker_id } = edit;
    const { name, label } = speakers.find(({ id }) => id === speaker_id) ?? added(speakers, edit);
    const speaker = name ?? label;
    for (let at = first; at <= last; at++) {
      const segment = segments[at];
      if (!segment || (of !== undefined && segment.speaker_id !== of)) continue;
      if (segment.speaker_id !== speaker_id) segments[at] = { ...segment, speaker_id, speaker };
    }
    return;
  }
  const segment = segments[edit.id];
  if (!segment) return;
  if (edit.op === 'confirm') {
    segments[edit.id] = { ...segment, words: confirmWords(segment.words, edit.words) };
  } else if (edit.op === 'paragraph') {
    segments[edit.id] = { ...segment, paragraph: edit.begins ? 'begins' : 'continues' };
  } else if (edit.text !== segment.text) {
    const words = retimeWords(toSegment(segment), edit.text);
    segments[edit.id] = { ...segment, text: edit.text, words: words.map(toWord), edited: true };
  }
}

/** Somebody new, as far as it is known before the service has responded. */
function added(
  speakers: Speaker[],
  { speaker_id: id, name = null }: { speaker_id: number; name?: string | null | undefined },
): Speaker {
  const heard = { talk_seconds: 0, segments: 0, confidence: null, voice_id: null };
  const speaker = { id, label: `Speaker ${id}`, name, ...heard };
  speakers.push(speaker);
  return speaker;
}

function split(
  segments: readonly TranscriptSegment[],
  { id, offset }: { id: number; offset: number },
): TranscriptSegment[] {
  const segment = segments[id];
  const parts = segment && splitSentence(toSegment(segment), offset);
  if (!segment || !parts) return [];
  const { paragraph: _mark, ...unmarked } = segment;
  return [withSentence(segment, parts[0]), withSentence(unmarked, parts[1])];
}

function join(segments: readonly TranscriptSegment[], id: number): TranscriptSegment[] {
  const [first, second] = [segments[id - 1], segments[id]];
  if (!first || !second) return [];
  const joined = withSentence(first, joinSentences(toSegment(first), toSegment(second)));
  return [{ ...joined, edited: first.edited || second.edited }];
}

function withSentence(
  segment: TranscriptSegment,
  { startMs, endMs, text, words }: Sentence,
): TranscriptSegment {
  return {
    ...segment,
    start: toSeconds(startMs),
    end: toSeconds(endMs),
    text,
    words: words.map(toWord),
  };
}

function toWord({ startMs, endMs, text, confidence }: Sentence['words'][number]) {
  return { start: toSeconds(startMs), end: toSeconds(endMs), text, confidence };
}

function renumber(segments: TranscriptSegment[], from: number): void {
  for (let id = from; id < segments.length; id++) {
    const segment = segments[id];
    if (segment && segment.id !== id) segments[id] = { ...segment, id };
  }
}

type MapId = (id: number) => readonly number[];
const splitAt =
  (at: number): MapId =>
  (id) =>
    id < at ? [id] : id === at ? [id, id + 1] : [id + 1];
const joinAt =
  (at: number): MapId =>
  (id) => [id <= at ? id : id - 1];

/** The structured text with other ids, until the service has made it again. */
function withIds(structured: Structured, map: MapId): Structured {
  const mapped = <Item extends { segment_ids: number[] }>(item: Item): Item => ({
    ...item,
    segment_ids: [...new Set(item.segment_ids.flatMap(map))],
  });
  return {
    ...structured,
    paragraphs: structured.paragraphs.map(mapped),
    table_of_contents: structured.table_of_contents.map((chapter) => ({
      ...chapter,
      first_segment_id: map(chapter.first_segment_id)[0] ?? chapter.first_segment_id,
      last_segment_id: map(chapter.last_segment_id).at(-1) ?? chapter.last_segment_id,
    })),
    summary: { ...structured.summary, sentences: structured.summary.sentences.map(mapped) },
    key_highlights: structured.key_highlights.map(mapped),
    terms: structured.terms.map(mapped),
  };
}
