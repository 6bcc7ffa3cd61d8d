import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pointsFor } from '../../shared/points.ts';
import type { Segment } from '../../shared/transcription/transcript.ts';
import type { Stage, TranscriptionError } from '../../shared/transcription/transcription.ts';
import type { Core } from '../core.ts';
import { isShortage, toAppError } from '../errors.ts';
import { failpoint } from '../failpoint.ts';
import { leftBy, type OwnEntry, workOf } from '../repositories/folder/data-folder.ts';
import {
  type Claim,
  createJobRepository,
  StaleClaimError,
} from '../repositories/jobs/job.repository.ts';
import type { Job } from '../repositories/jobs/job.ts';
import type { JobEndings } from '../repositories/jobs/job-endings.ts';
import { createPaceRepository } from '../repositories/jobs/pace.repository.ts';
import { createQueueRepository } from '../repositories/jobs/queue.repository.ts';
import { createTranscriptRepository } from '../repositories/transcripts/transcript.repository.ts';
import type { DecodedRecording, DecodeStage } from './decode-recording.ts';
import type { PlaybackStage } from './playback-stage.ts';
import { createJobNotes, createProgressReporter, type JobContext } from './progress.ts';
import type { SourceFetch } from './source-fetch.ts';
import type { Workload } from './workload.ts';

/** Jobs that are decoded and transcribed at once: more would share the lanes too thinly. */
export const JOBS_AT_ONCE = 4;
/** Recordings that are fetched at once, apart from those: a slow server keeps nothing but its own place. */
export const FETCHES_AT_ONCE = 6;
/** Of one server, so that one which hangs leaves places for all others. */
export const FETCHES_PER_HOST = 2;
/** Recordings that are fetched and wait; more would fill the disk long before they are needed. */
const FETCHED_AHEAD = 4;

const STORE_AGAIN_MS = 10_000;
/** How long a job waits for which the system had no file descriptor or process left; with each that waits already, longer. */
const TRY_AGAIN_MS = 2_000;

/** Why the program, and not the user, stops a job: it goes back into the queue. */
class ShutdownError extends Error {
  constructor() {
    super('Steno is stopping.');
    this.name = 'ShutdownError';
  }
}

/** The fetched recording is gone, as when somebody emptied the work folder: it is fetched once more. */
class NotFetchedError extends Error {
  constructor() {
    super('The fetched recording is gone.');
    this.name = 'NotFetchedError';
  }
}

export type TranscriptionPipeline = {
  /** Takes a job whose recording is to be fetched, and fetches it: then the job waits for its turn to be heard. */
  fetching: Stations;
  /** Takes a job whose recording is there, and brings it to its end. */
  working: Stations;
  /** Stops a job that was canceled or deleted; resolves when nothing of it runs any more. */
  abort(id: string): Promise<void>;
  /** Stops everything; what was under way is queued again. */
  stop(): void;
};

/** Says who speaks when, and stores it. */
export type Labeling = (context: JobContext, audio: DecodedRecording) => Promise<void>;

type Stations = { claim(): Promise<Job | null>; run(job: Job): Promise<void> };

/** Takes jobs through their stages, and stores how they end. */
export function createTranscriptionPipeline(
  {
    patient,
    removals,
    folders,
    clock,
    logger,
  }: Pick<Core, 'patient' | 'removals' | 'folders' | 'clock' | 'logger'>,
  {
    endings,
    modelName,
    sources,
    decode,
    playback,
    transcribe,
    label,
    structure,
    wantsImproving,
    announce,
    onFetched,
    workload,
  }: {
    workload: Workload;
    endings: JobEndings;
    /** The name of the model that a request's choice stands for; null while there is none. */
    modelName: (chosen: string | null, language: string | null) => Promise<string | null>;
    sources: SourceFetch;
    decode: DecodeStage;
    playback: PlaybackStage;
    transcribe: (context: JobContext, audio: DecodedRecording) => Promise<void>;
    label: Labeling;
    /** The structured text as JSON. */
    structure: (
      segments: readonly Segment[],
      durationMs: number,
      signal: AbortSignal,
    ) => Promise<string>;
    /** Whether a language model is to improve structured texts, afterwards. */
    wantsImproving: () => Promise<boolean>;
    announce: (job: Job) => void;
    /** A recording waits to be heard. */
    onFetched: () => void;
  },
): TranscriptionPipeline {
  const jobs = createJobRepository(patient);
  const transcripts = createTranscriptRepository(patient);
  const paces = createPaceRepository(patient);
  const queue = createQueueRepository(patient);
  const running = new Map<string, { controller: AbortController; ended: Promise<void> }>();
  const fetchingFrom = new Map<string, number>();
  const stopping = new AbortController();
  let putOffJobs = 0;

  const createContext = (job: Job, claim: Claim, controller: AbortController): JobContext => ({
    job,
    claim,
    folder: join(folders.work, job.id),
    signal: controller.signal,
    progress: createProgressReporter({
      write: async ({ stage, progress, leftMs }) => {
        // What is being fetched waits for a server, and not for this machine.
        if (stage !== 'fetching') workload.set(job.id, leftMs);
        const etaMs =
          stage === 'fetching' ? leftMs : workload.timeLeft(job.id, await queue.count());
        const shown = etaMs === null ? null : Math.round(etaMs);
        announce(await jobs.advance(claim, { stage, progress, etaMs: shown }));
      },
      onError: (error) => controller.abort(error),
      clock,
    }),
    ...createJobNotes(job, claim, jobs),
    // Beside others it takes longer than it would alone, by about as many as there are.
    took: (measured) =>
      paces.learn(
        measured.stage === 'transcribing'
          ? measured
          : { ...measured, wallMs: measured.wallMs / Math.max(1, workload.count()) },
      ),
  });

  /** What cannot be removed now is noted, and removed at the next start. */
  const tidyUp = (entries: readonly OwnEntry[]): Promise<void> =>
    removals.carryOut(entries).catch((error: unknown) => {
      logger.warn({ err: error }, 'not everything could be removed');
    });

  const fetch = async (context: JobContext): Promise<void> => {
    failpoint('fetch.claimed');
    const { model, language } = context.job.options;
    context.progress.expect(await paces.of(await modelName(model, language)));
    await sources.fetch(context);
    await context.progress.flush();
    failpoint('fetch.stored');
    const waiting = await jobs.release(context.claim);
    failpoint('fetch.released');
    if (waiting) announce(waiting);
    onFetched();
  };

  const work = async (context: JobContext, at: (stage: Stage) => void): Promise<void> => {
    const { job, claim, progress, signal } = context;
    failpoint('work.claimed');
    const { model, language } = job.options;
    progress.expect(await paces.of(await modelName(model, language)));
    at('decoding');
    const input = await sources.find(context);
    if (input === null) throw new NotFetchedError();
    const audio = await decode(context, input);
    progress.lasts(audio.durationMs);
    const points = job.metered ? pointsFor(audio.durationMs) : 0;
    await jobs.reserve(claim, points, clock.now());
    failpoint('points.stored');
    await using kept = playback.start(context, input, audio.path);
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
      failpoint('text.structured');
      const [mediaMs, wallMs] = [audio.durationMs, clock.mono() - startedAt];
      await context.took({ stage: 'structuring', model: null, mediaMs, wallMs });
    }
    await kept.finish();
    await progress.flush();
    signal.throwIfAborted();
    const improve = structured !== null && (await wantsImproving());
    const done = await endings.complete(claim, { at: clock.now(), points, structured, improve });
    failpoint('end.stored');
    await tidyUp([workOf(job.id)]);
    announce(done);
    logger.info({ id: job.id, durationMs: done.durationMs }, 'completed');
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

  /**
   * Queues a job again, after a while, in which it may be canceled and the program may stop. It keeps its place until
   * then, so that no other comes instead, and each waits longer than the last: together they would only collide again.
   */
  const putOff = async ({ claim, signal }: JobContext): Promise<void> => {
    const either = AbortSignal.any([signal, stopping.signal]);
    putOffJobs += 1;
    await clock.sleep(putOffJobs * TRY_AGAIN_MS, either).catch(() => {});
    putOffJobs -= 1;
    const waiting = await jobs.release(claim);
    if (waiting) announce(waiting);
  };

  const end = async (context: JobContext, thrown: unknown, stage: Stage): Promise<void> => {
    const reason = context.signal.aborted ? context.signal.reason : thrown;
    await context.progress.flush();
    if (reason instanceof StaleClaimError) return;
    if (reason instanceof ShutdownError || reason instanceof NotFetchedError) {
      await jobs.release(context.claim, { again: reason instanceof NotFetchedError });
      return;
    }
    const error = toAppError(reason);
    const about = { id: context.job.id, stage, code: error.code, err: error.cause ?? error };
    if (isShortage(error)) {
      logger.warn(about, 'waits until the system has room for it');
      await putOff(context);
      return;
    }
    logger.warn(about, 'failed');
    const failure: TranscriptionError = {
      code: error.code,
      message: error.message,
      stage,
      retryable: error.retryable,
    };
    // First: on a full disk nothing can be stored before.
    await rm(context.folder, { recursive: true, force: true });
    announce(await persist(() => endings.fail(context.claim, failure, clock.now())));
    failpoint('failure.stored');
    await tidyUp(leftBy(context.job.id));
  };

  const runJob = async (
    job: Job,
    controller: AbortController,
    { first, steps }: { first: Stage; steps: typeof work },
  ): Promise<void> => {
    const context = createContext(job, { id: job.id, epoch: job.epoch }, controller);
    let stage = first;
    try {
      await steps(context, (next) => {
        stage = next;
      });
    } catch (thrown) {
      await end(context, thrown, stage).catch((error: unknown) => {
        if (!(error instanceof StaleClaimError)) throw error;
      });
    }
  };

  const run = async (job: Job, way: { first: Stage; steps: typeof work }): Promise<void> => {
    const controller = new AbortController();
    // The worker may have been about to take it when the stop came.
    if (stopping.signal.aborted) controller.abort(stopping.signal.reason);
    const ended = runJob(job, controller, way).finally(() => {
      running.delete(job.id);
      workload.drop(job.id);
    });
    running.set(job.id, { controller, ended });
    await ended;
  };

  return {
    fetching: {
      async claim() {
        if (await queue.isPaused()) return null;
        const busy = [...fetchingFrom].filter(([, count]) => count >= FETCHES_PER_HOST);
        const job = await jobs.claimFetch(
          busy.map(([host]) => host),
          FETCHED_AHEAD,
        );
        if (job?.sourceHost) count(fetchingFrom, job.sourceHost, 1);
        return job;
      },
      async run(job) {
        await run(job, { first: 'fetching', steps: fetch });
        if (job.sourceHost) count(fetchingFrom, job.sourceHost, -1);
      },
    },
    working: {
      claim: async () => ((await queue.isPaused()) ? null : jobs.claimWork()),
      run: (job) => run(job, { first: 'decoding', steps: work }),
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

function count(counts: Map<string, number>, name: string, change: 1 | -1): void {
  const now = (counts.get(name) ?? 0) + change;
  if (now === 0) counts.delete(name);
  else counts.set(name, now);
}
