/** The speakers of a recording, how they were distinguished, and remembered voices. */
import { z } from 'zod';
import { nameOfAtMost } from './given-names.ts';

/** The maximum number of speakers in a recording. */
export const MAX_SPEAKERS = 20;

export const Speaker = z
  .object({
    id: z.int().positive().describe('1, 2, 3 … in order of the first words.'),
    label: z.string().describe('Such as `Speaker 1`; stays when a name is given.'),
    name: z.string().nullable().describe('Given by a person, or recognized.'),
    talk_seconds: z.number().nonnegative().describe('The length of all of their segments.'),
    segments: z.int().nonnegative().describe('How many there are.'),
    confidence: z.number().min(0).max(1).nullable().describe('How distinct the voice is, 0 to 1.'),
    voice_id: z.string().nullable().describe('The remembered voice this was recognized as.'),
  })
  .meta({ id: 'Speaker' });
export type Speaker = z.infer<typeof Speaker>;

/** How speakers were distinguished. */
export const DiarizationMethod = z.enum(['channels', 'neural', 'acoustic', 'given', 'single']);
export type DiarizationMethod = z.infer<typeof DiarizationMethod>;

export const Diarization = z
  .object({
    method: DiarizationMethod.describe(
      'By separate channels or tracks, by a neural network, by pitch and sound, by the transcript that was given, or not at all.',
    ),
    model: z.string().nullable().describe('The speaker model that was used.'),
    speaker_count: z.int().nonnegative(),
    confidence: z.number().min(0).max(1).describe('How well the voices part, 0 to 1.'),
    warning: z.string().nullable().describe('What to know about the labels, for a person.'),
  })
  .meta({ id: 'Diarization' });
export type Diarization = z.infer<typeof Diarization>;

/** The longest name of a speaker or a voice, in characters. */
export const MAX_SPEAKER_NAME = 100;
export const SpeakerName = nameOfAtMost(MAX_SPEAKER_NAME);

export const RenameSpeaker = z
  .strictObject({
    name: SpeakerName.nullable().describe('`null` goes back to the label.'),
    remember: z
      .boolean()
      .optional()
      .describe(
        'Whether the voice is remembered by this name; left out, as the setting `remember_voices` says.',
      ),
  })
  .meta({ id: 'RenameSpeaker' });
export type RenameSpeaker = z.infer<typeof RenameSpeaker>;

export const LabelSpeakers = z
  .strictObject({
    speakers_expected: z
      .int()
      .min(1)
      .max(MAX_SPEAKERS)
      .nullable()
      .describe('How many people speak; `null` finds out.'),
  })
  .meta({ id: 'LabelSpeakers' });
export type LabelSpeakers = z.infer<typeof LabelSpeakers>;

/** A voice recognized in other recordings: one per name, however many models have embeddings of it. */
export const Voice = z
  .object({
    id: z.string(),
    name: z.string(),
    memory: z
      .string()
      .describe('`live`, `test`, or the id of the key whose own it is: where it is recognized.'),
    speech_seconds: z.int().nonnegative().describe('How much of it was heard.'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Voice' });
export type Voice = z.infer<typeof Voice>;

export const RenameVoice = z.strictObject({ name: SpeakerName }).meta({ id: 'RenameVoice' });
export type RenameVoice = z.infer<typeof RenameVoice>;

export const VoiceList = z.object({ data: z.array(Voice) }).meta({ id: 'VoiceList' });
export type VoiceList = z.infer<typeof VoiceList>;
