import { pointsFor } from '../../shared/sources/quote.ts';
import type { Stage } from '../../shared/transcription/transcription.ts';
import { every } from '../core/clock.ts';
import { failpoint } from '../core/failpoint.ts';
import { ownFile } from '../core/file-paths.ts';
import type { Core } from '../core.ts';
import {
  type Claim,
  type ClaimedJob,
  createJobRepository,
  StaleClaimError,
} from '../repositories/jobs/job.repository.ts';
import type { Job } from '../repositories/jobs/job.ts';
import type { JobEndings } from '../repositories/jobs/job-endings.ts';
import { createQueueRepository } from '../repositories/jobs/queue.repository.ts';
import {
  createRealTimeFactorRepository,
  type RealTimeFactors,
} from '../repositories/jobs/real-time-factor.repository.ts';
import { createFinish, type FinishPorts } from './finish/finish-job.ts';
import { createEarlyEndings, NotFetchedError, ShutdownError } from './finish/interrupted-jobs.ts';
import type { StartVoicesAhead, VoicesAhead } from './finish/voices-ahead.ts';
import { createForecast, type JobForecast } from './forecast/forecast.ts';
import type { WaitingLengths } from './forecast/waiting-lengths.ts';
import { createJobNotes, type JobContext } from './job-context.ts';
import { createClaims, createJobSlots, type JobSlot } from './job-slots.ts';
import type { DecodedRecording, DecodeStage } from './prepare/decode-recording.ts';
import type { PlaybackStage } from './prepare/playback-stage.ts';
import type { SourceFetch } from './prepare/source-fetch.ts';
import { createProgressReporter } from './progress.ts';
import { keepBeating } from './tasks/task-worker.ts';

/** Recordings fetched in parallel, in addition to those jobs: a slow server blocks only its own slot. */
export const FETCHES_AT_ONCE = 6;
/** Limit per server, so that one that hangs leaves slots for the others. */
export const FETCHES_PER_HOST = 2;
/** Recordings fetched ahead of transcription; more would fill the disk long before they are needed. */
const FETCHED_AHEAD = 4;
/** With several services, each waits this long per job it already has: the one with the fewest jobs claims first. */
const YIELD_MS = 250;
/** How often the time left is estimated again while a job reports nothing new. */
const REFRESH_MS = 2_000;

export type TranscriptionPipeline = {
  /** Claims a job whose recording must be fetched and fetches it; the job then waits to be transcribed. */
  fetching: Stations;
  /** Claims a job whose recording is available and runs it to its end. */
  working: Stations;
  /** Milliseconds until all running and waiting jobs are done; null while that cannot be estimated. */
  timeLeft(): Promise<number | null>;
  /**
   * Stops a job that was canceled or deleted; resolves once none of its work runs any more; tells whether any did.
   */
  abort(id: string): Promise<boolean>;
  /** Whether any work on a job runs here, and on how many it does. */
  isHere(id: string): boolean;
  count(): number;
  /** Stops everything; work in progress is queued again. */
  stop(): void;
};

type At = (stage: Stage) => void;
/** What is done with a job, and with which stage it begins. */
type Way = { first: Stage; steps: (context: JobContext, at: At) => Promise<void> };

type Stations = { claim(): Promise<ClaimedJob | null>; run(job: ClaimedJob): Promise<void> };

type PipelinePorts = Omit<FinishPorts, 'tidyUp'> & {
  endings: JobEndings;
  /** The model's name for the choice in a request; null if there is none. */
  modelName: (chosen: string | null, language: string | null) => Promise<string | null>;
  /** The graphics card a model is computed on; null for the processor. */
  deviceFor: (model: string) => Promise<string | null>;
  sources: SourceFetch;
  decode: DecodeStage;
  playback: PlaybackStage;
  voicesAhead: StartVoicesAhead;
  transcribe: (context: JobContext, audio: DecodedRecording, voices: VoicesAhead) => Promise<void>;
  /** Takes the transcript that was given instead of transcribing the recording. */
  takeTranscript: (context: JobContext, audio: DecodedRecording) => Promise<void>;
  /** More recordings may be ready to be transcribed, or to be fetched. */
  nudge: () => void;
  waitingLengths: WaitingLengths;
  /** How many windows can be transcribed at once. */
  lanes: () => number;
};

/** Takes jobs through their stages and stores how they end. */
export function createTranscriptionPipeline(
  core: Pick<
    Core,
    | ('config' | 'patient' | 'removals' | 'folders' | 'storage' | 'dataFolder')
    | ('tasks' | 'clock' | 'logger' | 'peers')
  >,
  {
    endings,
    sources,
    decode,
    playback,
    transcribe,
    takeTranscript,
    announce,
    nudge,
    waitingLengths,
    lanes,
    ...ports
  }: PipelinePorts,
): TranscriptionPipeline {
  const { patient, tasks, folders, dataFolder, clock, logger, peers } = core;
  const isShared = core.config.database !== null;
  const jobs = createJobRepository(patient, tasks);
  const { recordTiming, speedOf } = createSpeeds(patient, ports);
  const queue = createQueueRepository(patient);
  const running = new Map<string, { controller: AbortController; ended: Promise<void> }>();
  /** What this service has claimed. */
  const here = new Set<string>();
  const unlessPaused = createClaims({ queue, dataFolder, here });
  const stopping = new AbortController();
  const slots = createJobSlots({ lanes, waitingLengths, nudge });
  const forecast = createForecast({ clock, slots: slots.count });

  const { tidyUp, endEarly } = createEarlyEndings(core, {
    endings,
    announce,
    stopping: stopping.signal,
  });
  const finish = createFinish(core, { ...ports, endings, tidyUp, announce });

  const createContext = (
    job: Job,
    {
      claim,
      controller,
      part,
    }: { claim: Claim; controller: AbortController; part: JobForecast | null },
  ): JobContext => ({
    job,
    claim,
    folder: ownFile(folders.work, job.id),
    draft: (name) =>
      ownFile(ownFile(folders.work, job.id), isShared ? `${claim.epoch}-${name}` : name),
    signal: controller.signal,
    progress: createProgressReporter({
      write: async (point) => announce(await jobs.advance(claim, point)),
      onError: (error) => controller.abort(error),
      forecast: part,
      clock,
    }),
    wasDisturbed: dataFolder.startCounting(),
    ...createJobNotes(job, claim, jobs),
    recordTiming,
  });

  const fetch = async (context: JobContext): Promise<void> => {
    failpoint('fetch.claimed');
    context.progress.expect(await speedOf(context.job));
    await sources.fetch(context);
    await context.progress.flush();
    failpoint('fetch.stored');
    const waiting = await jobs.release(context.claim);
    failpoint('fetch.released');
    if (waiting) announce(waiting);
    nudge();
  };

  const work = async (context: JobContext, at: At, slot: JobSlot): Promise<void> => {
    const { job, claim, progress } = context;
    failpoint('work.claimed');
    progress.expect(await speedOf(job));
    at('decoding');
    const input = await sources.find(context);
    if (input === null) throw new NotFetchedError();
    const audio = await decode(context, input);
    progress.lasts(audio.durationMs);
    slot.lasts(audio.durationMs);
    const given = job.options.transcript !== null;
    const points = job.metered && !given ? pointsFor(audio.durationMs) : 0;
    await jobs.reserve(claim, points, clock.now());
    failpoint('points.stored');
    await using kept = playback.start(context, input, audio);
    await using voices = ports.voicesAhead(context, audio);
    at('transcribing');
    await (given ? takeTranscript : transcribe)(context, audio, voices);
    await finish(context, audio, { points, kept, voices, at });
  };

  const runJob = async (
    job: ClaimedJob,
    controller: AbortController,
    { first, steps }: Way,
  ): Promise<void> => {
    const part = first === 'fetching' ? null : forecast.enter();
    const claim = { id: job.id, epoch: job.epoch };
    const context = createContext(job, { claim, controller, part });
    const ended = new AbortController();
    if (part) void keepTimesTrue(context, ended.signal);
    if (isShared) void keepHolding(job, controller, ended.signal);
    let stage = first;
    try {
      await steps(context, (next) => {
        stage = next;
      });
    } catch (thrown) {
      await endEarly(context, thrown, stage);
    } finally {
      part?.leave();
      ended.abort();
    }
  };

  const countWaiting = async (): Promise<void> => {
    forecast.waiting(await waitingLengths.read());
  };

  /** Shows the other services that it is worked on, and stops when it is canceled, deleted or taken over there. */
  const keepHolding = async (job: ClaimedJob, controller: AbortController, ended: AbortSignal) => {
    const lost = new AbortController();
    lost.signal.addEventListener('abort', () => controller.abort(new StaleClaimError(job)));
    const onError = (err: unknown) =>
      logger.debug({ transcriptionId: job.id, err }, 'the others do not hear that it is worked on');
    await keepBeating({ tasks, clock, onError }, job.task, { lost, ended });
  };

  /** Even while a job reports nothing new, the other jobs change when it will be done. */
  const keepTimesTrue = async ({ progress }: JobContext, ended: AbortSignal): Promise<void> => {
    for await (const _turn of every(clock, REFRESH_MS, ended)) {
      await countWaiting().catch(() => {});
      progress.refresh();
    }
  };

  const run = async (job: ClaimedJob, way: Way): Promise<void> => {
    const controller = new AbortController();
    // The worker may have been about to claim it when the request came.
    if (stopping.signal.aborted) controller.abort(stopping.signal.reason);
    const ended = runJob(job, controller, way).finally(() => {
      running.delete(job.id);
      here.delete(job.id);
    });
    running.set(job.id, { controller, ended });
    await ended;
  };

  return {
    fetching: {
      async claim() {
        const most = {
          ahead: FETCHED_AHEAD * Math.max(1, peers.working()),
          perHost: FETCHES_PER_HOST,
        };
        return unlessPaused((others) => jobs.claimFetch(most, others));
      },
      run: (job) => run(job, { first: 'fetching', steps: fetch }),
    },
    working: {
      async claim() {
        const others = peers.working() - 1;
        if (others > 0) await clock.sleep(YIELD_MS * running.size, stopping.signal).catch(() => {});
        const wanted = await slots.wanted();
        return wanted && unlessPaused((running) => jobs.claimWork(wanted, running));
      },
      async run(job) {
        const slot = slots.take(job);
        const steps: Way['steps'] = (context, at) => work(context, at, slot);
        await run(job, { first: 'decoding', steps }).finally(slot.leave);
      },
    },
    async timeLeft() {
      await countWaiting();
      return forecast.totalMs();
    },
    async abort(id) {
      const entry = running.get(id);
      entry?.controller.abort(new StaleClaimError({ id, epoch: -1 }));
      await entry?.ended.catch(() => {});
      return entry !== undefined;
    },
    isHere: (id) => running.has(id),
    count: () => running.size,
    stop() {
      stopping.abort(new ShutdownError());
      for (const { controller } of running.values()) controller.abort(stopping.signal.reason);
    },
  };
}

/** How fast this machine is, as measured by earlier jobs. */
function createSpeeds(
  patient: Core['patient'],
  { modelName, deviceFor }: Pick<PipelinePorts, 'modelName' | 'deviceFor'>,
) {
  const factors = createRealTimeFactorRepository(patient);
  return {
    recordTiming: factors.record,
    /** With the job's model, on the device it currently runs on. */
    async speedOf({ options: { model, language } }: Job): Promise<RealTimeFactors> {
      const name = await modelName(model, language);
      return factors.of(name, name === null ? null : await deviceFor(name));
    },
  };
}
