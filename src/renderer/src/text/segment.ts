import { toMs } from '../../../shared/time.ts';
import type { Segment } from '../../../shared/transcription/transcript.ts';
import type { TranscriptSegment } from '../../../shared/transcription/transcription.ts';

export type Place = { segment: number; offset: number; length: number };

/** A segment of the API with times in milliseconds. */
export function toSegment(segment: TranscriptSegment): Segment {
  const { id, text, speaker, language, confidence } = segment;
  return {
    id,
    text,
    speaker,
    language,
    confidence,
    startMs: toMs(segment.start),
    endMs: toMs(segment.end),
    words: segment.words.map((word) => ({
      startMs: toMs(word.start),
      endMs: toMs(word.end),
      text: word.text,
      confidence: word.confidence,
      ...(word.confirmed && { confirmed: true }),
    })),
  };
}
