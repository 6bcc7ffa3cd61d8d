import type { Core } from '../core.ts';
import type { EnginePool } from '../engine/lanes/engine-pool.ts';
import type { Job } from '../repositories/jobs/job.ts';
import type { JobEndings } from '../repositories/jobs/job-endings.ts';
import { createEndedEarlyRecording } from './finish/ended-early-recording.ts';
import type { FinishPorts } from './finish/finish-job.ts';
import type { StartVoicesAhead } from './finish/voices-ahead.ts';
import { createWaitingLengths, type LengthOf } from './forecast/waiting-lengths.ts';
import { MOST_AT_ONCE } from './job-slots.ts';
import { connectOtherServices } from './other-services.ts';
import { createDecodeStage } from './prepare/decode-recording.ts';
import {
  createGivenTranscriptStage,
  type TakeTranscript,
} from './prepare/given-transcript-stage.ts';
import { createPlaybackStage } from './prepare/playback-stage.ts';
import type { SourceFetch } from './prepare/source-fetch.ts';
import type { FindStored } from './prepare/stored-recording.ts';
import { createClaimLoop } from './tasks/claim-loop.ts';
import { createTranscriptionPipeline, FETCHES_AT_ONCE } from './transcription-pipeline.ts';
import type { TellSegments } from './windows/announce-segments.ts';
import { createSamples } from './windows/recording-samples.ts';
import { createRecordingsHere } from './windows/recordings-here.ts';
import { createTranscribeStage } from './windows/transcribe-stage.ts';
import type { ModelFile } from './windows/transcribe-while-planning.ts';
import { createWindowDispatcher } from './windows/window-dispatcher.ts';
import { createWindowLanes } from './windows/window-lanes.ts';

type Ports = Omit<FinishPorts, 'tidyUp'> & {
  endings: JobEndings;
  sources: SourceFetch;
  engines: EnginePool;
  models: {
    standard(language: string | null): Promise<{ name: string } | null>;
    resolve(name: string | null, language: string | null): Promise<ModelFile>;
    languageDetector(): Promise<ModelFile | null>;
  };
  findStored: FindStored;
  voicesAhead: StartVoicesAhead;
  lengthOf: LengthOf;
  /** The graphics card a model is computed on; null for the processor. */
  deviceFor: (model: string) => Promise<string | null>;
  /** How many windows workers transcribe at once. */
  workerLanes: () => number;
  /** A small upload: its file on this disk, or all of it. */
  readUpload: (url: string) => Promise<string | Uint8Array>;
  takeTranscript: TakeTranscript;
  /** Announces the segments transcribed so far. */
  tellSegments: TellSegments;
};

/** Transcribes waiting jobs: the stages, the pipeline that connects them, and its workers. */
export function createTranscribing(
  core: Core,
  {
    models,
    engines,
    tellSegments,
    findStored,
    lengthOf,
    readUpload,
    takeTranscript,
    workerLanes,
    ...ports
  }: Ports,
) {
  const { config, peers, clock, logger, onStop } = core;
  const here = createRecordingsHere();
  const samples = createSamples(core);
  const dispatcher = createWindowDispatcher(core, { here, samples });
  const lanes = createWindowLanes(core, {
    dispatcher,
    here,
    engines,
    resolveModel: (name) => models.resolve(name, null),
  });
  const pipeline = createTranscriptionPipeline(core, {
    ...ports,
    modelName: async (chosen, language) =>
      chosen ?? (await models.standard(language).catch(() => null))?.name ?? null,
    decode: createDecodeStage(core, samples),
    playback: createPlaybackStage(core, { findStored }),
    transcribe: createTranscribeStage(core, {
      engines,
      here,
      samples,
      tellSegments,
      resolveModel: models.resolve,
      languageDetector: models.languageDetector,
    }),
    takeTranscript: createGivenTranscriptStage(core, { readUpload, takeTranscript }),
    waitingLengths: createWaitingLengths(core, { lengthOf, onTold: () => nudge() }),
    lanes: () => engines.lanes() + workerLanes(),
    nudge: () => nudge(),
  });
  const onError = (error: unknown, job: Job | null) =>
    logger.error({ transcriptionId: job?.id, err: error }, 'the queue stumbled');
  const workers = [
    createClaimLoop({ ...pipeline.fetching, onError, concurrency: () => FETCHES_AT_ONCE, clock }),
    createClaimLoop({ ...pipeline.working, onError, concurrency: () => MOST_AT_ONCE, clock }),
  ];
  const nudge = () => {
    for (const worker of workers) worker.nudge();
  };
  // Work in progress is queued again.
  onStop(async () => {
    pipeline.stop();
    await Promise.all([lanes, ...workers].map((worker) => worker.stop()));
  });
  peers.describe(() => ({ running: pipeline.count() }));
  const abort = (id: string) => {
    lanes.abort(id);
    return pipeline.abort(id);
  };
  return {
    nudge,
    /** Where windows are claimed, for this service's lanes and for workers. */
    dispatcher,
    ...connectOtherServices(core, { nudge, abort, isHere: pipeline.isHere }),
    keepCanceled: createEndedEarlyRecording(core).keepCanceled,
    timeLeft: pipeline.timeLeft,
    start(): void {
      if (!config.work) return;
      for (const worker of [lanes, ...workers]) worker.start();
    },
  };
}
