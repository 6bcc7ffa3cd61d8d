/** The Transcription object and related schemas: the only source of these types. */
import { z } from 'zod';
import { ERROR_CODES } from '../error-catalogue.ts';
import { DETECT, isLanguage, NO_LANGUAGE } from '../languages.ts';
import { ProjectId } from '../projects.ts';
import { SpellingList } from '../spelling/spelling.ts';
import { PlayableMedia } from './playable-media.ts';
import { Provenance } from './provenance.ts';
import { Diarization, MAX_SPEAKERS, Speaker } from './speakers.ts';
import { Structured } from './structured.ts';
import { AudioTrack, TrackChoice } from './tracks.ts';
import { ParagraphMark, SegmentFlag } from './transcript.ts';
import { TranscriptionOptions, Vocabulary } from './transcription-options.ts';

/** The status of a transcription; the transitions are in job-state.ts. */
export const TranscriptionStatus = z
  .enum(['queued', 'processing', 'completed', 'failed'])
  .describe('A canceled transcription is `failed` with `error.code` `canceled`.')
  .meta({ id: 'TranscriptionStatus' });
export type TranscriptionStatus = z.infer<typeof TranscriptionStatus>;

export const Stage = z
  .enum(['fetching', 'decoding', 'transcribing', 'labeling', 'structuring'])
  .meta({ id: 'Stage' });
export type Stage = z.infer<typeof Stage>;

/** Warnings for readers of the result. */
export const WarningCode = z.enum([
  'source_retried',
  'source_needs_js',
  'source_formats_missing',
  'source_program_outdated',
  'source_python_outdated',
  'no_speech',
  'truncated_input',
  'several_tracks',
  'single_track',
  'demo_model',
  'language_uncertain',
  'speakers_uncertain',
  'speakers_failed',
  'text_suppressed',
  'part_failed',
  'vocabulary_cut',
  'card_failed',
  'language_drift',
  'transcript_tiers',
  'export_failed',
  'recovered',
  'recording_gaps',
]);
export type WarningCode = z.infer<typeof WarningCode>;

export const Warning = z
  .object({
    code: WarningCode,
    message: z.string().describe('A sentence for a person.'),
  })
  .meta({ id: 'Warning' });
export type Warning = z.infer<typeof Warning>;

const seconds = (what: string) => z.number().nonnegative().describe(`${what}, in seconds.`);
const confidence = z.number().min(0).max(1).describe('0 to 1.');

export const TranscriptWord = z
  .object({
    start: seconds('Start'),
    end: seconds('End'),
    text: z.string(),
    confidence,
    confirmed: z
      .literal(true)
      .optional()
      .describe('A person has found it to be right; left out otherwise.'),
  })
  .meta({ id: 'Word' });

/** One speaker's uninterrupted words, one or several sentences. */
export const TranscriptSegment = z
  .object({
    id: z.int().nonnegative().describe('0, 1, 2 … in order of time.'),
    start: seconds('Start'),
    end: seconds('End'),
    text: z.string(),
    speaker: z.string().describe('The name if there is one, else the label.'),
    speaker_id: z.int().positive().describe('One of `speakers`.'),
    speakers: z
      .array(z.int().positive())
      .optional()
      .describe(
        'Everybody who speaks in it, `speaker_id` first, where several talk at once and a turn model heard it; else left out.',
      ),
    language: z.string(),
    confidence,
    edited: z.boolean().describe('Whether a person has changed the text.'),
    words: z.array(TranscriptWord),
    flags: z
      .array(SegmentFlag)
      .optional()
      .describe(
        'What is doubtful, and `respelled` where the spelling list or the vocabulary changed the text; left out when nothing is.',
      ),
    paragraph: ParagraphMark.optional().describe(
      'Where a person began a paragraph with it, or joined it to the one before; else left out.',
    ),
    model: z
      .string()
      .optional()
      .describe('The model that transcribed it, where that is not the one of the transcription.'),
  })
  .meta({ id: 'Segment' });
export type TranscriptSegment = z.infer<typeof TranscriptSegment>;

/** Why a text was removed. */
export const SuppressionReason = z.enum(['repetition', 'no_speech']);
export type SuppressionReason = z.infer<typeof SuppressionReason>;

/** Text the engine produced although it was not spoken. */
const SuppressedText = z
  .object({
    start: seconds('Start'),
    end: seconds('End'),
    text: z.string(),
    reason: SuppressionReason.describe(
      '`repetition`: copies that nobody spoke; `no_speech`: nobody speaks there.',
    ),
  })
  .meta({ id: 'SuppressedText' });

/** A part of the recording that is missing from the text. */
export const FailedPart = z
  .object({
    start: seconds('Start'),
    end: seconds('End'),
    error: z
      .object({
        code: z.enum(ERROR_CODES),
        message: z.string().describe('A sentence for a person.'),
      })
      .describe('Why nobody could transcribe it.'),
  })
  .meta({ id: 'FailedPart' });
export type FailedPart = z.infer<typeof FailedPart>;

/** How the recording divides, in seconds; the four add up to its duration. */
export const Coverage = z
  .object({
    speech: seconds('Speech that was transcribed'),
    silence: seconds('Where nobody speaks'),
    suppressed: seconds('Under text that was taken out'),
    failed: seconds('What the engine could not make out'),
  })
  .describe('Every moment of the recording is one of these.')
  .meta({ id: 'Coverage' });
export type Coverage = z.infer<typeof Coverage>;

export const TranscriptionResult = z
  .object({
    text: z.string().describe('The whole transcript.'),
    segments: z.array(TranscriptSegment),
    suppressed: z.array(SuppressedText).describe('What was transcribed but taken out.'),
    failed_parts: z
      .array(FailedPart)
      .describe('What could not be made out; `continue` transcribes it again.'),
    coverage: Coverage,
    speakers: z.array(Speaker).describe('In order of their first words.'),
    diarization: Diarization.describe('How the speakers were told apart.'),
    structured: Structured.nullable().describe('`null` when `structure` was false.'),
    subtitles: z.object({ vtt: z.url(), srt: z.url() }),
    media: PlayableMedia.nullable().describe('The recording, where it was kept to be played.'),
    provenance: Provenance.optional().describe(
      'What it was made with; left out of results older than this field.',
    ),
  })
  .meta({ id: 'TranscriptionResult' });
export type TranscriptionResult = z.infer<typeof TranscriptionResult>;

export const TranscriptionError = z
  .object({
    code: z.enum(ERROR_CODES),
    message: z.string(),
    stage: Stage.nullable().describe('Where it failed.'),
    retryable: z.boolean().describe('Whether the same request may work later.'),
  })
  .meta({ id: 'TranscriptionError' });
export type TranscriptionError = z.infer<typeof TranscriptionError>;

/** Where the recording comes from. */
export const SourceInfo = z.object({
  type: z.string().describe('`url`, `upload`, or the name of a video platform.'),
  url: z
    .string()
    .describe(
      'The address that was submitted; only its owner sees a user name and password in it.',
    ),
  title: z
    .string()
    .nullable()
    .describe('Given by a person, else the file or video title, once known.'),
  uploader: z.string().nullable().describe('Who published it, where a platform says so.'),
  thumbnail_url: z.url().nullable().describe('A picture at the platform, where there is one.'),
  tracks: z.array(AudioTrack).describe('The audio tracks of the recording, once they are known.'),
});
export type SourceInfo = z.infer<typeof SourceInfo>;

const SourceChapter = z
  .object({ title: z.string(), start: seconds('Start'), end: seconds('End') })
  .meta({ id: 'SourceChapter' });

/** Up to 16 KB of the caller's own data, returned unchanged. */
export const Metadata = z
  .record(z.string().max(200), z.union([z.string().max(2000), z.number(), z.boolean(), z.null()]))
  .refine((value) => JSON.stringify(value).length <= 16_384, 'must be at most 16 KB');

/** A transcription in a list, or in progress. */
export const TranscriptionSummary = z
  .object({
    id: z.string().describe('`trs_` and 22 letters or digits.'),
    status: TranscriptionStatus,
    source: SourceInfo,
    duration_seconds: z.int().nonnegative().nullable().describe('Known once decoded.'),
    points_spent: z.int().nonnegative(),
    webhook_url: z
      .url()
      .nullable()
      .describe('Only its owner sees all of it; others see the server it leads to.'),
    test: z.boolean().describe('Made with a test key: it goes after 30 days.'),
    error: TranscriptionError.nullable(),
    created_at: z.iso.datetime(),
    completed_at: z.iso.datetime().nullable(),
    stage: Stage.nullable().describe('What is being done now; `null` unless processing.'),
    progress: z.number().min(0).max(1).describe('Never falls; 1 only when completed.'),
    eta_seconds: z.int().nonnegative().nullable().describe('Estimated time left.'),
    warnings: z.array(Warning),
    language: z.string().nullable().describe('Detected or given language code.'),
    model: z.string().nullable().describe('The model that is or was used.'),
    speakers_expected: z.int().positive().nullable(),
    options: TranscriptionOptions.describe('What was asked for.'),
    recording_id: z
      .string()
      .describe('The same for all versions of a recording: the id of the first of them.'),
    version: z.int().positive().describe('Grows with every version of the recording.'),
    metadata: Metadata,
    revision: z.int().nonnegative().describe('Grows with every change of the finished text.'),
    speaker_count: z
      .int()
      .nonnegative()
      .nullable()
      .describe('How many people say something; known once completed.'),
    tags: z.array(z.string()).describe('The words a person files it under, in their order.'),
    favorite: z.boolean(),
    text_until: seconds('Up to where a failed transcription has text')
      .nullable()
      .describe(
        'Up to where a failed transcription has text, in seconds: it can be read, exported and continued. `null` where it has none, and in every other state.',
      ),
    project_id: ProjectId.describe('The project it is in, with its other versions.'),
    trashed_at: z.iso
      .datetime()
      .nullable()
      .describe('Since when it lies in the trash: it is deleted 30 days later.'),
  })
  .meta({ id: 'TranscriptionSummary' });
export type TranscriptionSummary = z.infer<typeof TranscriptionSummary>;

/** The text so far of a transcription that is in progress, or has ended early. */
export const PartialResult = z
  .object({
    text: z.string(),
    segments: z
      .array(TranscriptSegment)
      .describe('Without a gap from the start on; everybody is the same speaker until the end.'),
    until: seconds('Up to where the recording is transcribed'),
    media: PlayableMedia.nullable().describe('The recording, once it can be played.'),
  })
  .meta({ id: 'PartialResult' });
export type PartialResult = z.infer<typeof PartialResult>;

/** A transcription with its result, if it has one. */
export const Transcription = TranscriptionSummary.extend({
  source: SourceInfo.extend({
    chapters: z.array(SourceChapter).describe('As the platform names them; often empty.'),
  }),
  result: TranscriptionResult.nullable().describe('Present when completed.'),
  partial: PartialResult.optional().describe(
    'The text there is so far: only where it was asked for, and only of a transcription that is not completed.',
  ),
}).meta({ id: 'Transcription' });
export type Transcription = z.infer<typeof Transcription>;

export const CreateTranscription = z
  .strictObject({
    url: z.string().min(1).max(2048).describe('A recording on the web, or the `url` of an upload.'),
    speaker_recognition: z.boolean().default(false),
    structure: z.boolean().default(true),
    webhook_url: z.string().max(2048).nullable().default(null).describe('An https address.'),
    language: z
      .string()
      .refine((code) => code === DETECT || isLanguage(code), NO_LANGUAGE)
      .nullable()
      .default(null)
      .describe(
        'A code such as `en`. Left out, it is the one of the settings, or detected where they name none; `auto` has it detected in any case.',
      ),
    model: z.string().min(1).max(200).nullable().default(null).describe('A name of `/v1/models`.'),
    speakers_expected: z.int().min(1).max(MAX_SPEAKERS).nullable().default(null),
    track: TrackChoice.nullable()
      .default(null)
      .describe(
        'Which of several audio tracks is transcribed: its number; `mix` for all of them mixed; `speakers` for each as a speaker of its own, named after its title. Left out, the one that players choose.',
      ),
    vocabulary: Vocabulary.default([]).describe(
      'Names and terms to be spelled so, before those of the settings. The first ones count where the model has no room for all.',
    ),
    spelling: SpellingList.default([]).describe(
      'What is often misheard and how it is written, in addition to the settings; the request decides where both have the same `from`.',
    ),
    translate: z
      .boolean()
      .default(false)
      .describe('Writes in English what is said in another language; see `translates` of models.'),
    transcript: z
      .string()
      .max(2048)
      .nullable()
      .default(null)
      .describe(
        "The `url` of an upload with the recording's transcript: SRT, WebVTT, ELAN, TextGrid, oTranscribe, REFI-QDA or Steno's JSON, at most 32 MB. It is taken as the text, and nothing is transcribed or charged.",
      ),
    metadata: Metadata.default({}),
    project_id: ProjectId.default(null).describe(
      'The project it goes into, whose options count where the request leaves them out.',
    ),
    reuse: z
      .boolean()
      .default(false)
      .describe(
        'Give what was already made, or is being made, of the same upload or link with the same options and model.',
      ),
  })
  .meta({ id: 'CreateTranscription' });
export type CreateTranscription = z.infer<typeof CreateTranscription>;
/** The caller's input: only `url` is required. */
export type CreateTranscriptionInput = z.input<typeof CreateTranscription>;
