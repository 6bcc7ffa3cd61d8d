import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pointsFor } from '../../shared/points.ts';
import type { Segment } from '../../shared/transcription/transcript.ts';
import type { Stage, TranscriptionError } from '../../shared/transcription/transcription.ts';
import type { Clock } from '../clock.ts';
import { toAppError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import {
  type Claim,
  type JobRepository,
  StaleClaimError,
} from '../repositories/jobs/job.repository.ts';
import type { Job } from '../repositories/jobs/job.ts';
import type { JobEndings } from '../repositories/jobs/job-endings.ts';
import type { PaceRepository } from '../repositories/jobs/pace.repository.ts';
import type { TranscriptRepository } from '../repositories/transcripts/transcript.repository.ts';
import { createJobNotes, type JobContext } from './job-context.ts';
import type { DecodedRecording, MediaStages } from './media-stages.ts';
import type { PlaybackStage } from './playback-stage.ts';
import { createProgressReporter } from './progress.ts';

/** More would share the lanes too thinly; fewer would let slow downloads keep them idle. */
export const JOBS_AT_ONCE = 4;

const STORE_AGAIN_MS = 10_000;

/** Why the program, and not the user, stops a job: it goes back into the queue. */
class ShutdownError extends Error {
  constructor() {
    super('Steno is stopping.');
    this.name = 'ShutdownError';
  }
}

export type TranscriptionPipeline = {
  run(job: Job): Promise<void>;
  /** Stops a job that was canceled or deleted; resolves when nothing of it runs any more. */
  abort(id: string): Promise<void>;
  /** Stops everything; what was under way is queued again. */
  stop(): void;
};

/** Takes a job through its stages, and stores how it ends. */
export function createTranscriptionPipeline({
  jobs,
  endings,
  transcripts,
  paces,
  modelName,
  media,
  playback,
  transcribe,
  label,
  structure,
  wantsImproving,
  announce,
  workDir,
  clock,
  logger,
}: {
  jobs: JobRepository;
  endings: JobEndings;
  transcripts: TranscriptRepository;
  paces: PaceRepository;
  /** The name of the model that a request's choice stands for; null while there is none. */
  modelName: (chosen: string | null, language: string | null) => Promise<string | null>;
  media: MediaStages;
  playback: PlaybackStage;
  transcribe: (context: JobContext, audio: DecodedRecording) => Promise<void>;
  label: (context: JobContext, audio: DecodedRecording) => Promise<void>;
  /** The structured text as JSON. */
  structure: (
    segments: readonly Segment[],
    durationMs: number,
    signal: AbortSignal,
  ) => Promise<string>;
  /** Whether a language model is to improve structured texts, afterwards. */
  wantsImproving: () => Promise<boolean>;
  announce: (job: Job) => void;
  workDir: string;
  clock: Clock;
  logger: Logger;
}): TranscriptionPipeline {
  const running = new Map<string, { controller: AbortController; ended: Promise<void> }>();
  const stopping = new AbortController();

  const createContext = (job: Job, claim: Claim, controller: AbortController): JobContext => ({
    job,
    claim,
    folder: join(workDir, job.id),
    signal: controller.signal,
    progress: createProgressReporter({
      write: async (point) => announce(await jobs.advance(claim, point)),
      onError: (error) => controller.abort(error),
      clock,
    }),
    ...createJobNotes(job, claim, jobs),
    took: paces.learn,
  });

  const work = async (context: JobContext, at: (stage: Stage) => void): Promise<Job> => {
    const { job, claim, progress, signal } = context;
    at('fetching');
    const { model, language } = job.options;
    progress.expect(await paces.of(await modelName(model, language)));
    const audio = await media.decode(context, async () => {
      const input = await media.fetch(context);
      at('decoding');
      return input;
    });
    progress.lasts(audio.durationMs);
    const points = job.metered ? pointsFor(audio.durationMs) : 0;
    await jobs.reserve(claim, points, clock.now());
    await using kept = playback.start(context, () => media.source(context), audio.path);
    at('transcribing');
    await transcribe(context, audio);
    at('labeling');
    await label(context, audio);
    at('structuring');
    let structured: string | null = null;
    if (job.options.structure) {
      progress.report('structuring', 0);
      const startedAt = clock.mono();
      const segments = await transcripts.segments(job.id);
      structured = await structure(segments, audio.durationMs, signal);
      const [mediaMs, wallMs] = [audio.durationMs, clock.mono() - startedAt];
      await context.took({ stage: 'structuring', model: null, mediaMs, wallMs });
    }
    await kept.finish();
    await progress.flush();
    signal.throwIfAborted();
    const improve = structured !== null && (await wantsImproving());
    return endings.complete(claim, { at: clock.now(), points, structured, improve });
  };

  /** How a job ended is stored in the end, however long the disk stays full. */
  const persist = async (store: () => Promise<Job>): Promise<Job> => {
    for (;;) {
      try {
        return await store();
      } catch (error) {
        if (error instanceof StaleClaimError || stopping.signal.aborted) throw error;
        logger.error({ err: error }, 'the end of a transcription could not be stored');
        await clock.sleep(STORE_AGAIN_MS, stopping.signal);
      }
    }
  };

  const end = async (context: JobContext, thrown: unknown, stage: Stage): Promise<void> => {
    const reason = context.signal.aborted ? context.signal.reason : thrown;
    await context.progress.flush();
    if (reason instanceof ShutdownError) return jobs.release(context.claim);
    if (reason instanceof StaleClaimError) return;
    const error = toAppError(reason);
    logger.warn(
      { id: context.job.id, stage, code: error.code, err: error.cause ?? error },
      'failed',
    );
    const failure: TranscriptionError = {
      code: error.code,
      message: error.message,
      stage,
      retryable: error.retryable,
    };
    // First: on a full disk nothing can be stored before.
    await rm(context.folder, { recursive: true, force: true });
    announce(await persist(() => endings.fail(context.claim, failure, clock.now())));
  };

  const runJob = async (job: Job, controller: AbortController): Promise<void> => {
    const context = createContext(job, { id: job.id, epoch: job.epoch }, controller);
    let stage: Stage = 'fetching';
    try {
      const done = await work(context, (next) => {
        stage = next;
      });
      await rm(context.folder, { recursive: true, force: true });
      announce(done);
      logger.info({ id: job.id, durationMs: done.durationMs }, 'completed');
    } catch (thrown) {
      await end(context, thrown, stage).catch((error: unknown) => {
        if (!(error instanceof StaleClaimError)) throw error;
      });
    }
  };

  return {
    async run(job) {
      const controller = new AbortController();
      // The worker may have been about to take it when the stop came.
      if (stopping.signal.aborted) controller.abort(stopping.signal.reason);
      const ended = runJob(job, controller).finally(() => running.delete(job.id));
      running.set(job.id, { controller, ended });
      await ended;
    },
    async abort(id) {
      const entry = running.get(id);
      entry?.controller.abort(new StaleClaimError({ id, epoch: -1 }));
      await entry?.ended.catch(() => {});
    },
    stop() {
      stopping.abort(new ShutdownError());
      for (const { controller } of running.values()) controller.abort(stopping.signal.reason);
    },
  };
}
