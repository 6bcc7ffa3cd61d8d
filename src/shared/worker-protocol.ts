/** How a worker and a service speak: the worker claims windows, says that it lives, and answers with the words. */
import { z } from 'zod';
import { lineOf, transcribedText } from './foreign-text.ts';
import { MachineModel } from './machines.ts';
import { nameOfAtMost } from './transcription/given-names.ts';
import { SegmentFlag } from './transcription/transcript.ts';
import { SuppressionReason } from './transcription/transcription.ts';

/** Of the messages, not of the program: versions of Steno that share it work together. */
export const WORKER_PROTOCOL = 1 as const;

/** The line of JSON before a window's samples, and those of thirty seconds. */
export const MOST_HEADER_BYTES = 64 * 1024;
const MOST_PCM_BYTES = 960_000;
/** The words of a window, which take a few kilobytes. */
export const MOST_ANSWER_BYTES = 512 * 1024;
/** A claim that finds nothing is answered after this time. */
export const CLAIM_WAIT_MS = 25_000;
export const BEAT_EVERY_MS = 5_000;
/** A worker that was not heard of for as long is gone, and its windows are given to others. */
export const SILENT_MS = 15_000;
export const MOST_LOADED = 16;

/** It becomes part of an address. */
const TaskId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const Attempt = z.int().positive().max(1_000_000);
const Ms = z.int().nonnegative().max(60_000);
const Share = z.number().min(0).max(1);
const Language = z.string().regex(/^[a-z]{2,3}$/);

/** One attempt at a window: who was given it answers it, and nobody else. */
export const TaskAttempt = z.object({ task: TaskId, attempt: Attempt });
export type TaskAttempt = z.infer<typeof TaskAttempt>;

export const WorkerSelf = z.object({
  /** Of this run of the worker. */
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  name: nameOfAtMost(100).describe('What people know the machine by.'),
  version: lineOf(40).describe('Of Steno, for people.'),
  lanes: z.int().min(1).max(256).describe('How many windows it transcribes at once.'),
});
export type WorkerSelf = z.infer<typeof WorkerSelf>;

const isSpoken = `must be ${WORKER_PROTOCOL}, which is what this service speaks: install a version of Steno on both that shares a protocol`;

/** What every request of a worker begins with. */
const FromWorker = z.object({
  protocol: z.literal(WORKER_PROTOCOL, { error: isSpoken }),
  worker: WorkerSelf,
});

export const Claim = FromWorker;
export type Claim = z.infer<typeof Claim>;

/** What is asked of a worker; the samples follow, s16le, as many bytes as `pcm_bytes` says. */
export const TaskHeader = TaskAttempt.extend({
  protocol: z.int(),
  model: MachineModel,
  ask: z.object({
    language: z.string().min(1).max(20),
    prompt: z.string().max(2_000).nullable(),
    translate: z.boolean(),
    /** From the start of the window, whose edges they may cross. */
    speech: z.array(z.object({ start_ms: z.int(), end_ms: z.int() })).max(1_000),
  }),
  pcm_bytes: z.int().positive().max(MOST_PCM_BYTES).multipleOf(2),
});
export type TaskHeader = z.infer<typeof TaskHeader>;

/** Times are from the start of the window. */
const Span = { start_ms: Ms, end_ms: Ms };
/** What users add to a transcript, a worker does not. */
const Flag = SegmentFlag.exclude(['respelled']);
const Text = transcribedText.max(5_000);

export const TaskOutcome = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('transcribed'),
    language: Language,
    no_speech_prob: Share,
    /** Whether the graphics card failed, and the processor transcribed it instead. */
    rescued: z.boolean(),
    segments: z
      .array(
        z.object({
          ...Span,
          text: Text,
          language: Language,
          confidence: Share,
          words: z.array(z.object({ ...Span, text: Text, confidence: Share })).max(1_000),
          flags: z.array(Flag).max(Flag.options.length),
        }),
      )
      .max(500),
    suppressed: z.array(z.object({ ...Span, text: Text, reason: SuppressionReason })).max(500),
  }),
  z.object({
    outcome: z.literal('failed'),
    code: z.enum(['window_failed', 'engine_crashed', 'model_unavailable']),
    message: lineOf(300),
  }),
]);
export type TaskOutcome = z.infer<typeof TaskOutcome>;

/** Of a window whose words are none, nothing is known but that the worker has failed. */
const NONSENSE = { outcome: 'failed', code: 'window_failed', message: 'nonsense' } as const;

export const TaskAnswer = FromWorker.extend({ result: TaskOutcome.catch(NONSENSE) });
export type TaskAnswer = z.infer<typeof TaskAnswer>;

export const Beat = FromWorker.extend({
  tasks: z.array(TaskAttempt).max(512).describe('What it transcribes.'),
  models: z.array(lineOf(150)).max(MOST_LOADED).describe('Their names, the last used first.'),
  device: lineOf(200).nullable().describe('Its graphics card; null for the processor.'),
  problem: lineOf(300).nullable().describe('Why it could not transcribe the last window.'),
  drains: z.boolean().describe('It claims no more; without tasks, it is about to end.'),
  waits: z
    .boolean()
    .optional()
    .describe(`Whether the answer may take ${BEAT_EVERY_MS / 1000} s while no task is lost.`),
});
export type Beat = z.infer<typeof Beat>;

/** Those that were canceled, or given to somebody else. */
export const BeatAnswer = z.object({
  lost: z.array(TaskAttempt).max(512),
  again: z
    .boolean()
    .optional()
    .describe(
      'A task may have been lost meanwhile, of those too that were claimed since: ask again.',
    ),
});
export type BeatAnswer = z.infer<typeof BeatAnswer>;
