/** The messages of the native engine, as defined in native/protocol.md. */
import { z } from 'zod';
import { lineOf, transcribedText } from '../../../shared/foreign-text.ts';

/** A code such as `en` or `yue`. */
const Language = z.string().regex(/^[a-z]{2,4}$/);
const Languages = z.array(Language).min(1).max(200);
const MOST_LANES = 256;
const Ms = z.int().nonnegative();
const Probability = z.number().min(0).max(1);
const Probabilities = z.record(Language, Probability);

/** What the engine reports about the model file it has loaded. */
export const EngineModel = z.object({
  architecture: z.enum(['whisper', 'parakeet']),
  /** `tiny` … `large-turbo`, `parakeet-tdt-0.6b`, or `custom` for any other shape. */
  type: z.string(),
  /** File size in bytes. */
  size: z.int().positive(),
  /** How the weights are stored, such as `f16` or `q5_0`. */
  ftype: z.string(),
  multilingual: z.boolean(),
  vocab: z.int().positive(),
  mels: z.int().positive(),
  width: z.int().positive(),
  encoder_layers: z.int().positive(),
  decoder_layers: z.int().positive(),
});
export type EngineModel = z.infer<typeof EngineModel>;

/** A graphics card, or a program that plays one; memory in bytes. */
export const EngineDevice = z.object({
  /** Stays the same while the computer and its cards do. */
  id: z.string().min(1).max(200),
  name: lineOf(200),
  type: z.enum(['discrete', 'integrated', 'virtual', 'software']),
  /** Its name and version. */
  driver: lineOf(200),
  memory_total: z.int().nonnegative(),
  memory_free: z.int().nonnegative(),
});
export type EngineDevice = z.infer<typeof EngineDevice>;

/** The answer of `steno-engine --devices`, the best first. */
export const DevicesEvent = z.object({
  type: z.literal('devices'),
  devices: z.array(EngineDevice),
  /** Those that could be computed on if the library for them were beside the engine. */
  waiting: z.array(EngineDevice).default([]),
});

/** The weights are loaded; requests may be sent. */
export const ReadyEvent = z.object({
  type: z.literal('ready'),
  model: EngineModel,
  languages: Languages,
  simd: z.string(),
  lanes: z.int().positive().max(MOST_LANES),
  threads: z.int().positive(),
  version: z.string(),
  /** What it computes on; null for the processor. */
  device: EngineDevice.nullable().default(null),
  /** Whether it accepts `vad` requests. */
  vad: z.boolean().default(false),
});
export type ReadyEvent = z.infer<typeof ReadyEvent>;

/** The answer of `steno-engine --check FILE`. */
export const ModelEvent = z.object({
  type: z.literal('model'),
  model: EngineModel,
  languages: Languages,
});
export type ModelEvent = z.infer<typeof ModelEvent>;

/** The progress of a request, 0–1. */
const ProgressEvent = z.object({
  type: z.literal('progress'),
  id: z.string(),
  progress: Probability,
});

/** A segment of a window's text; times are milliseconds within the window. */
export const SegmentEvent = z
  .object({
    type: z.literal('segment'),
    id: z.string(),
    start_ms: Ms,
    end_ms: Ms,
    text: transcribedText,
    no_speech_prob: Probability,
    tokens: z.array(
      z
        .object({ id: z.int(), text: transcribedText, start_ms: Ms, end_ms: Ms, p: Probability })
        .refine((token) => token.start_ms <= token.end_ms, 'a token ends before it starts'),
    ),
  })
  .refine((segment) => segment.start_ms <= segment.end_ms, 'a segment ends before it starts');
export type SegmentEvent = z.infer<typeof SegmentEvent>;

/** The end of `transcribe` and `detect`. */
export const DoneEvent = z.object({
  type: z.literal('done'),
  id: z.string(),
  language: Language,
  /** Empty when the request named the language. */
  language_probs: Probabilities,
  no_speech_prob: Probability,
  timings: z.object({
    mel_ms: z.number().nonnegative(),
    encode_ms: z.number().nonnegative(),
    decode_ms: z.number().nonnegative(),
    total_ms: z.number().nonnegative(),
  }),
});
export type DoneEvent = z.infer<typeof DoneEvent>;

/** The answer to `vad`. */
export const VadEvent = z.object({
  type: z.literal('vad'),
  id: z.string(),
  /** One probability per 32 ms. */
  probabilities: z.array(Probability),
});
export type VadEvent = z.infer<typeof VadEvent>;

/** The answer to `info`. */
export const InfoEvent = z.object({
  type: z.literal('info'),
  id: z.string(),
  model: EngineModel,
  lanes: z.int().positive(),
  threads: z.int().positive(),
  running: z.int().nonnegative(),
  waiting: z.int().nonnegative(),
});

/** What a stage of the bench needs at least, and where its time goes: milliseconds by kind of operation. */
const StageWork = z.object({
  gop: z.number().nonnegative(),
  mb: z.number().nonnegative(),
  /** The type of its matrices. */
  type: z.string(),
  least_ms: z.number().nonnegative(),
  spent_ms: z.record(z.string(), z.number().nonnegative()),
});

/** How fast the processor multiplies each type and reads memory, per second; 0 where it has no instruction for a type. */
const Roofline = z.object({
  limits: z.object({
    f32_gops: z.number().nonnegative(),
    bf16_gops: z.number().nonnegative(),
    int16_gops: z.number().nonnegative(),
    int8_gops: z.number().nonnegative(),
    memory_gbs: z.number().nonnegative(),
  }),
  stages: z.object({
    encode: StageWork,
    prompt: StageWork,
    decode: StageWork,
    batch: StageWork,
  }),
});
export type Roofline = z.infer<typeof Roofline>;

/** The answer to `bench`. */
export const BenchEvent = z.object({
  type: z.literal('bench'),
  id: z.string(),
  threads: z.int().positive(),
  /** Per run, in milliseconds: encoding one window, 256 tokens of prompt, one token, and a batch of five. */
  runs: z.array(
    z.object({
      encode_ms: z.number().nonnegative(),
      prompt_ms: z.number().nonnegative(),
      decode_ms: z.number().nonnegative(),
      batch_ms: z.number().nonnegative(),
    }),
  ),
  roofline: Roofline.optional(),
});
export type BenchEvent = z.infer<typeof BenchEvent>;

/** Why a request failed, or the whole engine when the event has no id. */
export const EngineErrorCode = z.enum([
  'bad_frame',
  'bad_request',
  'too_long',
  'aborted',
  'model_missing',
  'model_invalid',
  'out_of_memory',
  'device_memory',
  'device_failed',
  'unknown_language',
  'failed',
]);
export type EngineErrorCode = z.infer<typeof EngineErrorCode>;

/** A failed request; `id` is null when the error concerns the engine itself. */
export const ErrorEvent = z.object({
  type: z.literal('error'),
  id: z.string().nullable(),
  code: EngineErrorCode,
  message: lineOf(300),
});
export type ErrorEvent = z.infer<typeof ErrorEvent>;

/** Any line a serving engine may write. */
export const EngineEvent = z.discriminatedUnion('type', [
  ReadyEvent,
  ProgressEvent,
  SegmentEvent,
  DoneEvent,
  VadEvent,
  InfoEvent,
  BenchEvent,
  ErrorEvent,
]);
export type EngineEvent = z.infer<typeof EngineEvent>;

/** A request to the engine; `transcribe`, `detect` and `vad` are followed by their audio. */
export type EngineRequest =
  | {
      type: 'transcribe';
      id: string;
      bytes: number;
      language: string | null;
      prompt?: string;
      translate?: true;
      alone?: true;
      /** Whisper's defaults where they are left out; others are in native/protocol.md. */
      options?: { temperature?: number };
    }
  | { type: 'detect'; id: string; bytes: number }
  | { type: 'vad'; id: string; bytes: number }
  | { type: 'abort'; id: string }
  | { type: 'info'; id: string }
  | { type: 'bench'; id: string; runs: number; brief?: true; roofline?: true };
