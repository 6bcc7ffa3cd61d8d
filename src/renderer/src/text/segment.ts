import type { Segment } from '../../../shared/transcription/transcript.ts';
import type { TranscriptSegment } from '../../../shared/transcription/transcription.ts';

/** A part of a segment's text. */
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
    startMs: Math.round(segment.start * 1000),
    endMs: Math.round(segment.end * 1000),
    words: segment.words.map((word) => ({
      startMs: Math.round(word.start * 1000),
      endMs: Math.round(word.end * 1000),
      text: word.text,
      confidence: word.confidence,
      ...(word.confirmed && { confirmed: true }),
    })),
  };
}
