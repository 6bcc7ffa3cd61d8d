import type { Clock } from '../clock.ts';
import type { EngineHost } from '../engine/lanes/engine-host.ts';
import type { EventBus } from '../events.ts';
import type { Logger } from '../logger.ts';
import { createDecodeStage } from '../queue/decode-stage.ts';
import { createPlaybackStage } from '../queue/playback-stage.ts';
import type { SourceFetch } from '../queue/source-fetch.ts';
import type { StructureText } from '../queue/structuring.ts';
import { createTranscribeStage } from '../queue/transcribe-stage.ts';
import {
  createTranscriptionPipeline,
  FETCHES_AT_ONCE,
  JOBS_AT_ONCE,
} from '../queue/transcription-pipeline.ts';
import { createWorker } from '../queue/worker.ts';
import type { Removals } from '../repositories/folder/removals.ts';
import type { JobRepository } from '../repositories/jobs/job.repository.ts';
import type { JobEndings } from '../repositories/jobs/job-endings.ts';
import type { PaceRepository } from '../repositories/jobs/pace.repository.ts';
import type { TranscriptRepository } from '../repositories/transcripts/transcript.repository.ts';
import type { ModelService } from '../services/models/model.service.ts';
import type { SettingsService } from '../services/settings.service.ts';
import { announcer } from '../services/transcriptions/transcription-view.ts';

/** Builds what transcribes, beside the composition root: the stages, the pipeline through them, and its worker. */
export function createTranscribingParts({
  jobs,
  endings,
  transcripts,
  paces,
  sources,
  findFfmpeg,
  keepIn,
  engines,
  models,
  label,
  structure,
  settings,
  events,
  workDir,
  removals,
  clock,
  logger,
}: {
  jobs: JobRepository;
  endings: JobEndings;
  transcripts: TranscriptRepository;
  paces: PaceRepository;
  sources: SourceFetch;
  findFfmpeg: () => Promise<string>;
  /** The folder of a recording that is kept to be played. */
  keepIn: (id: string) => string;
  engines: EngineHost;
  models: ModelService;
  label: Parameters<typeof createTranscriptionPipeline>[0]['label'];
  structure: StructureText;
  settings: SettingsService;
  events: EventBus;
  workDir: string;
  removals: Removals;
  clock: Clock;
  logger: Logger;
}) {
  const pipeline = createTranscriptionPipeline({
    ...{ jobs, endings, transcripts, paces, label, structure, workDir, removals, clock, logger },
    modelName: async (chosen, language) =>
      chosen ?? (await models.standard(language).catch(() => null))?.name ?? null,
    sources,
    decode: createDecodeStage({ findFfmpeg, clock }),
    playback: createPlaybackStage({ findFfmpeg, keepIn, clock, logger }),
    transcribe: createTranscribeStage({
      transcripts,
      engines,
      resolveModel: models.resolve,
      clock,
    }),
    wantsImproving: async () => (await settings.llm()) !== null,
    announce: announcer(events),
    onFetched: () => nudge(),
  });
  const onError = (error: unknown) => logger.error({ err: error }, 'the queue stumbled');
  const workers = [
    createWorker({ ...pipeline.fetching, onError, concurrency: FETCHES_AT_ONCE, clock }),
    createWorker({ ...pipeline.working, onError, concurrency: JOBS_AT_ONCE, clock }),
  ];
  const nudge = () => {
    for (const worker of workers) worker.nudge();
  };
  return {
    nudge,
    /** Stops a job that was canceled or deleted; resolves when nothing of it runs any more. */
    abort: pipeline.abort,
    start(): void {
      for (const worker of workers) worker.start();
    },

    /** What is under way is queued again. */
    async stop(): Promise<void> {
      pipeline.stop();
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
