/** Changing a finished transcript by hand. */
import { z } from 'zod';
import { MAX_SPEAKERS, Speaker } from './speakers.ts';
import { Structured } from './structured.ts';
import { TranscriptSegment } from './transcription.ts';

/** As many segments as a person can replace at once. */
export const MAX_EDITS_AT_ONCE = 5000;

/** A new text, a new speaker, words found to be right, for one segment. */
export const SegmentEdit = z
  .strictObject({
    id: z.int().nonnegative().describe('The segment.'),
    text: z
      .string()
      .max(10_000)
      .transform((text) =>
        text
          .normalize('NFC')
          .replaceAll(/[\s\p{Cc}]+/gu, ' ')
          .trim(),
      )
      .optional()
      .describe('What it says now, on one line; empty takes the segment out of the text.'),
    speaker_id: z
      .int()
      .min(1)
      .max(MAX_SPEAKERS)
      .optional()
      .describe('One of `speakers`, or one more than the last of them for somebody new.'),
    confirmed_words: z
      .array(z.int().nonnegative())
      .max(10_000)
      .optional()
      .describe(
        'Places in `words`, as they are after this edit, of those a person has found to be right; the others are not.',
      ),
    original: z.literal(true).optional().describe('Back to the text that was heard.'),
  })
  .refine(({ text, original }) => text === undefined || original === undefined, {
    message: 'Either a text or the original.',
  })
  .meta({ id: 'SegmentEdit' });
export type SegmentEdit = z.infer<typeof SegmentEdit>;

/** Edits that are stored together or not at all. */
export const EditSegments = z
  .strictObject({
    revision: z.int().nonnegative().describe('The `revision` the edit is based on.'),
    segments: z.array(SegmentEdit).min(1).max(MAX_EDITS_AT_ONCE),
  })
  .meta({ id: 'EditSegments' });
export type EditSegments = z.infer<typeof EditSegments>;

/** What follows from an edit. */
export const EditedSegments = z
  .object({
    revision: z.int().nonnegative(),
    segments: z.array(TranscriptSegment).describe('Those that were named, as they are now.'),
    speakers: z.array(Speaker),
    structured: Structured.nullable().describe('Made anew from the edited text.'),
  })
  .meta({ id: 'EditedSegments' });
export type EditedSegments = z.infer<typeof EditedSegments>;
