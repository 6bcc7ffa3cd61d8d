/** How a recording is transcribed, as far as it is shown afterwards. */
import { z } from 'zod';
import { SpellingList } from '../spelling/spelling.ts';
import { TrackChoice } from './tracks.ts';

/** The maximum number of vocabulary terms; the model's prompt holds fewer if they are long. */
export const MAX_TERMS = 100;

/** Names and terms that a model may not know, most important first. */
export const Vocabulary = z
  .array(
    z
      .string()
      .trim()
      .min(1)
      .max(100)
      .regex(/^\P{Cc}*$/u, 'must be one line'),
  )
  .max(MAX_TERMS);

export const TranscriptionOptions = z
  .object({
    language: z.string().nullable().describe('`null` where it was to be detected.'),
    model: z.string().nullable().describe('`null` where the default was to be used.'),
    speakers_expected: z.int().positive().nullable(),
    track: TrackChoice.nullable().describe('`null` where it was the one that players choose.'),
    vocabulary: z.array(z.string()).describe('With the terms of the settings.'),
    spelling: SpellingList.describe('With the entries of the settings.'),
    translate: z.boolean(),
    transcript: z
      .string()
      .nullable()
      .describe('The upload whose text was taken; `null` where the recording was transcribed.'),
    speaker_recognition: z.boolean(),
    structure: z.boolean(),
  })
  .meta({ id: 'TranscriptionOptions' });
export type TranscriptionOptions = z.infer<typeof TranscriptionOptions>;
