/** The transcript inside the program: integer milliseconds in the original recording. */
import { z } from 'zod';

/** One spoken word with its punctuation, without surrounding spaces. */
export const Word = z.object({
  startMs: z.int().nonnegative(),
  endMs: z.int().nonnegative(),
  text: z.string(),
  /** Mean probability of the word's tokens, 0–1. */
  confidence: z.number().min(0).max(1),
  confirmed: z.literal(true).optional(),
});
export type Word = z.infer<typeof Word>;

/** A word with a lower confidence is worth a second look. */
export const DOUBTFUL = 0.5;

/**
 * Why a segment is doubtful: its text repeats in a loop, is too long for its time, or has almost no speech under it;
 * and `respelled`, where the spelling list or the vocabulary changed it.
 */
export const SegmentFlag = z.enum(['repetition', 'too_fast', 'no_speech', 'respelled']);
export type SegmentFlag = z.infer<typeof SegmentFlag>;
export type SegmentDoubt = Exclude<SegmentFlag, 'respelled'>;

export function isDoubt(flag: SegmentFlag): flag is SegmentDoubt {
  return flag !== 'respelled';
}

/** Where a user has started a paragraph, or joined two: before the segment. */
export const ParagraphMark = z.enum(['begins', 'continues']);
export type ParagraphMark = z.infer<typeof ParagraphMark>;

/**
 * A sentence-like part of one speaker's speech. Invariants: ids are consecutive (0…n−1) and ordered by start, `startMs
 * < endMs`, words are ordered and lie within their segment.
 */
export const Segment = z.object({
  id: z.int().nonnegative(),
  startMs: z.int().nonnegative(),
  endMs: z.int().nonnegative(),
  text: z.string(),
  /** A label such as `Speaker 1`, or the name the user gave; never empty. */
  speaker: z.string().min(1),
  /** All who speak in it, its own speaker first; left out where only that one does. */
  speakers: z.array(z.string()).optional(),
  /** Whisper's language code, such as `en`. */
  language: z.string(),
  /** Mean probability of the segment's tokens, 0–1. */
  confidence: z.number().min(0).max(1),
  words: z.array(Word),
  /** Left out if there are none. */
  flags: z.array(SegmentFlag).optional(),
  /** Left out if no user has decided. */
  paragraph: ParagraphMark.optional(),
  /** The model that transcribed it; left out if it is the transcription's. */
  model: z.string().optional(),
});
export type Segment = z.infer<typeof Segment>;
