/** How a worker and a service speak: the worker claims windows, says that it lives, and answers with the words. */
import { z } from 'zod';
import { lineOf } from './foreign-text.ts';
import { MachineModel } from './machines.ts';
import { SegmentFlag, Word } from './transcription/transcript.ts';
import { SuppressionReason } from './transcription/transcription.ts';

/** Of the messages, not of the program: versions of Steno that share it work together. */
export const WORKER_PROTOCOL = 1;

/** The line of JSON before a window's samples, and those of thirty seconds. */
export const MOST_HEADER_BYTES = 64 * 1024;
const MOST_PCM_BYTES = 960_000;
/** A claim that finds nothing is answered after this time. */
export const CLAIM_WAIT_MS = 25_000;
export const BEAT_EVERY_MS = 5_000;
export const MOST_LOADED = 16;

/** It becomes part of an address. */
const TaskId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const Attempt = z.int().nonnegative();
const Ms = z.int().nonnegative();
const Share = z.number().min(0).max(1);

/** One attempt at a window: who was given it answers it, and nobody else. */
export const TaskAttempt = z.object({ task: TaskId, attempt: Attempt });
export type TaskAttempt = z.infer<typeof TaskAttempt>;

export const WorkerSelf = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  name: lineOf(100),
  version: lineOf(40),
  lanes: z.int().min(1).max(256),
  device: lineOf(200).nullable(),
});
export type WorkerSelf = z.infer<typeof WorkerSelf>;

export const Claim = z.object({
  protocol: z.int(),
  worker: WorkerSelf,
  /** The digests of those it has loaded, the last used first. */
  models: z.array(MachineModel.shape.sha256).max(MOST_LOADED),
  /** Why it could not transcribe a window. */
  problem: lineOf(300).nullable(),
});
export type Claim = z.infer<typeof Claim>;

/** What is asked of a worker; the samples follow, s16le, as many bytes as `pcm_bytes` says. */
export const TaskHeader = TaskAttempt.extend({
  protocol: z.int(),
  model: MachineModel,
  ask: z.object({
    language: z.string().min(1).max(20),
    prompt: z.string().max(2_000).nullable(),
    translate: z.boolean(),
    samples: z.boolean(),
    speech: z.array(z.object({ start_ms: Ms, end_ms: Ms })).max(1_000),
  }),
  pcm_bytes: z.int().positive().max(MOST_PCM_BYTES).multipleOf(2),
});
export type TaskHeader = z.infer<typeof TaskHeader>;

const Span = { startMs: Ms, endMs: Ms };

export const TaskOutcome = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('transcribed'),
    language: z.string().max(20),
    noSpeechProb: Share,
    rescued: z.boolean(),
    suspicious: z.boolean(),
    segments: z
      .array(
        z.object({
          ...Span,
          text: z.string().max(5_000),
          language: z.string().max(20),
          confidence: Share,
          words: z.array(Word).max(1_000),
          flags: z.array(SegmentFlag),
        }),
      )
      .max(500),
    suppressed: z
      .array(z.object({ ...Span, text: z.string().max(5_000), reason: SuppressionReason }))
      .max(500),
    device: lineOf(200).nullable(),
  }),
  z.object({
    outcome: z.literal('failed'),
    code: z.enum(['window_failed', 'engine_crashed', 'model_unavailable']),
    message: lineOf(300),
  }),
]);
export type TaskOutcome = z.infer<typeof TaskOutcome>;

export const Beat = z.object({
  worker: WorkerSelf,
  tasks: z.array(TaskAttempt).max(512),
  /** It claims no more. */
  drains: z.boolean(),
});
export type Beat = z.infer<typeof Beat>;

/** Those that were canceled, or given to somebody else. */
export const BeatAnswer = z.object({ lost: z.array(TaskAttempt).max(512) });
