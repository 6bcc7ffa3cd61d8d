/**
 * Schemas of the endpoints compatible with OpenAI's audio API, in its own terms
 * (https://platform.openai.com/docs/api-reference/audio).
 */
import { z } from 'zod';
import { decimal } from './decimal.ts';
import { ErrorBody } from './error-body.ts';
import { DETECT, isLanguage, NO_LANGUAGE } from './languages.ts';
import { MAX_TERMS, Vocabulary } from './transcription/transcription-options.ts';
import { toTerms } from './transcription/vocabulary.ts';

/** The available formats; all but `text`, `srt` and `vtt` are JSON. */
const AudioFormat = z.enum([
  ...['json', 'text', 'srt', 'verbose_json', 'vtt', 'diarized_json'],
] as const);
type AudioFormat = z.infer<typeof AudioFormat>;

/** Names of OpenAI's models, which select the default model here. */
const MODELS_ELSEWHERE = /^(?:whisper-1|gpt-4o(?:-mini)?-transcribe(?:-.+)?)$/;

/** What the vocabulary of a transcription may have; the rest of a longer prompt is left out. */
const isTerm = (term: string) => Vocabulary.safeParse([term]).success;

/** Programs send what their users chose: a language with its country, or nothing. */
const toCode = (given: string) => given.trim().toLowerCase().split(/[-_]/, 1)[0] || undefined;
const isCode = (code: string) => code === DETECT || isLanguage(code);

/** The form's fields beside its file; unknown ones are ignored. */
export const AudioForm = z
  .object({
    model: z
      .string()
      .min(1)
      .max(200)
      .default('whisper-1')
      .transform((name) => (MODELS_ELSEWHERE.test(name) ? null : name))
      .describe(
        'A name of `/v1/models`. `whisper-1` and the names of the `gpt-4o-transcribe` family stand for the standard model.',
      ),
    language: z
      .string()
      .transform(toCode)
      .pipe(z.string().refine(isCode, NO_LANGUAGE).optional())
      .optional()
      .describe('A code such as `en` or `en-US`; detected when left out, empty or `auto`.'),
    prompt: z
      .string()
      .max(4_000)
      .default('')
      .transform((text) => toTerms(text).filter(isTerm).slice(0, MAX_TERMS))
      .describe('Names and terms that may be said, separated by commas.'),
    response_format: AudioFormat.default('json'),
    'timestamp_granularities[]': z
      .array(z.enum(['word', 'segment']))
      .default(['segment'])
      .describe('What `verbose_json` has beside the text.'),
    temperature: decimal(z.number().min(0).max(1))
      .default(0)
      .describe('Accepted and not used: the decoder raises it by itself where a passage needs it.'),
    stream: z
      // Python spells them with a capital.
      .enum(['true', 'false', 'True', 'False'])
      .default('false')
      .transform((value) => value.toLowerCase() === 'true')
      .describe('Send the text as events, with `json` and `diarized_json` alone.'),
  })
  .refine(({ stream, response_format: format }) => !stream || STREAMED.has(format), {
    path: ['stream'],
    message: 'needs a response_format of json or diarized_json',
  });
export type AudioForm = z.infer<typeof AudioForm>;

const STREAMED: ReadonlySet<AudioFormat> = new Set(['json', 'diarized_json']);

const Usage = z
  .object({ type: z.literal('duration'), seconds: z.number().nonnegative() })
  .describe('How long the recording is.');

export const AudioText = z.object({ text: z.string(), usage: Usage }).meta({ id: 'AudioText' });
export type AudioText = z.infer<typeof AudioText>;

export const AudioVerbose = z
  .object({
    task: z.enum(['transcribe', 'translate']),
    language: z.string().describe('Its English name in small letters, such as `english`.'),
    duration: z.number().nonnegative(),
    text: z.string(),
    segments: z
      .array(
        z.object({
          id: z.int().nonnegative(),
          seek: z.int().nonnegative().describe('The start in hundredths of a second.'),
          start: z.number().nonnegative(),
          end: z.number().nonnegative(),
          text: z.string(),
          tokens: z.array(z.int()).describe('Always empty.'),
          temperature: z.number().describe('Always 0: which one was used is not kept.'),
          avg_logprob: z.number().max(0).describe('The logarithm of the mean confidence.'),
          compression_ratio: z.number().nonnegative(),
          no_speech_prob: z
            .number()
            .min(0)
            .max(1)
            .describe('1 where hardly anybody speaks, else 0: silence is left out beforehand.'),
        }),
      )
      .optional(),
    words: z.array(z.object({ word: z.string(), start: z.number(), end: z.number() })).optional(),
    usage: Usage,
  })
  .meta({ id: 'AudioVerbose' });
export type AudioVerbose = z.infer<typeof AudioVerbose>;

const SpokenSegment = z.object({
  type: z.literal('transcript.text.segment'),
  id: z.string(),
  start: z.number().nonnegative(),
  end: z.number().nonnegative(),
  text: z.string(),
  speaker: z.string().describe('The name, or a label such as `Speaker 1`.'),
});

export const AudioDiarized = z
  .object({
    task: z.literal('transcribe'),
    duration: z.number().nonnegative(),
    text: z.string(),
    segments: z.array(SpokenSegment),
    usage: Usage,
  })
  .meta({ id: 'AudioDiarized' });
export type AudioDiarized = z.infer<typeof AudioDiarized>;

/** The events of a stream: the text piece by piece, then the whole text. */
export const AudioEvent = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('transcript.text.delta'), delta: z.string() }),
    SpokenSegment,
    z.object({ type: z.literal('transcript.text.done'), text: z.string(), usage: Usage }),
  ])
  .meta({ id: 'AudioEvent' });
export type AudioEvent = z.infer<typeof AudioEvent>;

/** The usual error, with the `type` that OpenAI clients expect. */
export const AudioError = z
  .object({ error: ErrorBody.shape.error.extend({ type: z.string() }) })
  .meta({ id: 'AudioError' });
