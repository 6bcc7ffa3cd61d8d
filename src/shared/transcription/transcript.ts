/** The transcript as it is inside the program: integer milliseconds on the original recording. */
import { z } from 'zod';

/** One spoken word with the punctuation that belongs to it, no surrounding space. */
export const Word = z.object({
  startMs: z.int().nonnegative(),
  endMs: z.int().nonnegative(),
  text: z.string(),
  /** Mean probability of the word's tokens, 0–1. */
  confidence: z.number().min(0).max(1),
  /** A person has found it to be right. */
  confirmed: z.literal(true).optional(),
});
export type Word = z.infer<typeof Word>;

/**
 * What is doubtful about a segment: it goes round in circles, there is too much of it for its time, or hardly anybody
 * speaks there.
 */
export const SegmentFlag = z.enum(['repetition', 'too_fast', 'no_speech']);
export type SegmentFlag = z.infer<typeof SegmentFlag>;

/** Where a person has begun a paragraph, or joined two: before the segment. */
export const ParagraphMark = z.enum(['begins', 'continues']);
export type ParagraphMark = z.infer<typeof ParagraphMark>;

/**
 * One sentence-like stretch of speech by one speaker. Invariants: ids are dense (0…n−1) and follow the starts,
 * `startMs < endMs`, words are monotone and lie inside their segment.
 */
export const Segment = z.object({
  id: z.int().nonnegative(),
  startMs: z.int().nonnegative(),
  endMs: z.int().nonnegative(),
  text: z.string(),
  /** A label such as `Speaker 1`, or the name the user gave; never empty. */
  speaker: z.string().min(1),
  /** Whisper's language code, such as `en`. */
  language: z.string(),
  /** Mean probability of the segment's tokens, 0–1. */
  confidence: z.number().min(0).max(1),
  words: z.array(Word),
  /** None when left out. */
  flags: z.array(SegmentFlag).optional(),
  /** Left out where nobody has decided. */
  paragraph: ParagraphMark.optional(),
});
export type Segment = z.infer<typeof Segment>;
