/** Subtitles of a finished transcription in another language, written by a language model. */
import { z } from 'zod';
import { TranscriptionError } from '../transcription/transcription.ts';

const language = z.string().min(1).max(12).describe('A language code of Whisper, such as `de`.');

/** The language of the text, which Whisper may have translated into English. */
export function textLanguage({
  language: spoken,
  options,
}: {
  language: string | null;
  options: { translate: boolean };
}): string {
  return options.translate ? 'en' : (spoken ?? 'en');
}

/** Asks for the subtitles in another language. */
export const TranslationRequest = z.strictObject({ language }).meta({ id: 'TranslationRequest' });
export type TranslationRequest = z.infer<typeof TranslationRequest>;

/** A translation of a transcription; there is one per language. */
export const Translation = z
  .object({
    language,
    status: z.enum(['queued', 'translating', 'completed', 'failed']),
    progress: z.number().min(0).max(1).describe('Of what is being made, or was when it failed.'),
    model: z.string().describe('The language model that was asked.'),
    finished: z
      .object({
        completed_at: z.iso.datetime(),
        cues: z.int().nonnegative(),
        too_long: z
          .int()
          .nonnegative()
          .describe('How many cues are longer than can be read in their time.'),
        outdated: z
          .boolean()
          .describe('Whether the text or its subtitles were edited since: translate again.'),
      })
      .nullable()
      .describe(
        'What can be exported: it stays while a newer one is made, and when that fails. `null` until there is one.',
      ),
    error: TranscriptionError.nullable().describe('Why it failed. Asked again, it goes on.'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Translation' });
export type Translation = z.infer<typeof Translation>;

export const TranslationList = z
  .object({ data: z.array(Translation).describe('In the order they were asked for.') })
  .meta({ id: 'TranslationList' });
export type TranslationList = z.infer<typeof TranslationList>;

export const TranslatedCue = z
  .object({
    start: z.number().nonnegative().describe('In seconds, as in the subtitles it was made of.'),
    end: z.number().nonnegative(),
    speaker: z.string(),
    original: z.string().describe('As it was shown, with its line breaks.'),
    text: z.string().describe('In one line; files break it to the limits of its language.'),
    too_long: z.boolean().describe('Whether it is longer than can be read in its time.'),
  })
  .meta({ id: 'TranslatedCue' });
export type TranslatedCue = z.infer<typeof TranslatedCue>;

export const TranslatedCueList = z
  .object({ data: z.array(TranslatedCue).describe('In order of time.') })
  .meta({ id: 'TranslatedCueList' });
export type TranslatedCueList = z.infer<typeof TranslatedCueList>;
