/** The request for another version of a recording. */
import { z } from 'zod';
import { SpellingList } from '../spelling/spelling.ts';
import { CreateTranscription, Metadata } from './transcription.ts';
import { Vocabulary } from './transcription-options.ts';

const asked = CreateTranscription.shape;

/** The options of another version of a recording; those left out stay as they were. */
export const TranscribeAgain = z
  .strictObject({
    language: asked.language.removeDefault().optional(),
    model: asked.model.removeDefault().optional().describe('`null` for the default model.'),
    speakers_expected: asked.speakers_expected.removeDefault().optional(),
    track: asked.track.removeDefault().optional(),
    vocabulary: Vocabulary.optional(),
    spelling: SpellingList.optional(),
    translate: z.boolean().optional(),
    speaker_recognition: z.boolean().optional(),
    structure: z.boolean().optional(),
    webhook_url: asked.webhook_url.describe('Not taken over from the version before.'),
    metadata: Metadata.optional(),
  })
  .meta({ id: 'TranscribeAgain' });
export type TranscribeAgain = z.infer<typeof TranscribeAgain>;
/** The caller's input. */
