/** A finished transcript as plain data, and the pure functions that change it. */

import { toSeconds } from '../../../../shared/time.ts';
import type { EditedSegments } from '../../../../shared/transcription/editing.ts';
import { retimeWords } from '../../../../shared/transcription/retime.ts';
import type {
  TranscriptionResult,
  TranscriptSegment,
} from '../../../../shared/transcription/transcription.ts';
import { toSegment } from '../../text/segment.ts';

/** What a person wants a segment to be; `original` is the text that was heard, which only the service knows. */
export type SegmentChange = {
  id: number;
  text?: string;
  speaker_id?: number;
  /** Places of the words that were found to be right, after the new text where there is one. */
  confirmed_words?: number[];
  original?: true;
};

/** One change after another; the newer text wins. */
export function mergeChanges(
  older: SegmentChange | undefined,
  newer: SegmentChange,
): SegmentChange {
  const { text, original, confirmed_words: confirmed, ...kept } = older ?? newer;
  const says = newer.text !== undefined || newer.original;
  return {
    ...kept,
    ...(!says && text !== undefined && { text }),
    ...(!says && original && { original }),
    ...(!says && confirmed && { confirmed_words: confirmed }),
    ...newer,
  };
}

/** The result with changes that the service does not know yet. */
export function withChanges(
  result: TranscriptionResult,
  changes: readonly SegmentChange[],
): TranscriptionResult {
  const segments = [...result.segments];
  for (const change of changes) {
    const segment = segments[change.id];
    if (segment) segments[change.id] = changed(segment, change, result);
  }
  return { ...result, segments };
}

/** The result after the service stored an edit. Segments in `newer` were changed again since, and stay. */
export function withStored(
  result: TranscriptionResult,
  stored: EditedSegments,
  newer: ReadonlySet<number>,
): TranscriptionResult {
  const segments = [...result.segments];
  for (const segment of stored.segments) if (!newer.has(segment.id)) segments[segment.id] = segment;
  return { ...result, segments, speakers: stored.speakers, structured: stored.structured };
}

function changed(
  segment: TranscriptSegment,
  { text = segment.text, speaker_id = segment.speaker_id, confirmed_words: places }: SegmentChange,
  { speakers }: TranscriptionResult,
): TranscriptSegment {
  const confirm = (said: TranscriptSegment): TranscriptSegment =>
    places === undefined ? said : { ...said, words: withConfirmed(said.words, places) };
  const known = speakers.find(({ id }) => id === speaker_id);
  const speaker = known?.name ?? known?.label ?? `Speaker ${speaker_id}`;
  if (text === segment.text) return confirm({ ...segment, speaker_id, speaker });
  const words = retimeWords(toSegment(segment), text).map((word) => ({
    start: toSeconds(word.startMs),
    end: toSeconds(word.endMs),
    text: word.text,
    confidence: word.confidence,
    ...(word.confirmed && { confirmed: word.confirmed }),
  }));
  return confirm({ ...segment, speaker_id, speaker, text, words, edited: true });
}

type Words = TranscriptSegment['words'];

function withConfirmed(words: Words, places: readonly number[]): Words {
  const right = new Set(places);
  return words.map(({ confirmed: _, ...word }, at) =>
    right.has(at) ? { ...word, confirmed: true } : word,
  );
}

/** Where in a segment the words are that a person has found to be right. */
export function confirmedWords({ words }: Pick<TranscriptSegment, 'words'>): number[] {
  return words.flatMap(({ confirmed }, at) => (confirmed ? [at] : []));
}
