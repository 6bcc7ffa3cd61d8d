import type { Clock } from '../clock.ts';
import type { EngineHost } from '../engine/lanes/engine-host.ts';
import type { EventBus } from '../events.ts';
import type { Logger } from '../logger.ts';
import { createMediaStages } from '../queue/media-stages.ts';
import { createPlaybackStage } from '../queue/playback-stage.ts';
import type { SourceFetch } from '../queue/source-fetch.ts';
import type { StructureText } from '../queue/structuring.ts';
import { createTranscribeStage } from '../queue/transcribe-stage.ts';
import { createTranscriptionPipeline, JOBS_AT_ONCE } from '../queue/transcription-pipeline.ts';
import { createWorker } from '../queue/worker.ts';
import type { JobRepository } from '../repositories/jobs/job.repository.ts';
import type { JobEndings } from '../repositories/jobs/job-endings.ts';
import type { PaceRepository } from '../repositories/jobs/pace.repository.ts';
import type { TranscriptRepository } from '../repositories/transcripts/transcript.repository.ts';
import type { ModelService } from '../services/models/model.service.ts';
import type { SettingsService } from '../services/settings.service.ts';
import { toSummary } from '../services/transcriptions/transcription-view.ts';

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
  clock: Clock;
  logger: Logger;
}) {
  const pipeline = createTranscriptionPipeline({
    ...{ jobs, endings, transcripts, paces, label, structure, workDir, clock, logger },
    modelName: async (chosen, language) =>
      chosen ?? (await models.standard(language).catch(() => null))?.name ?? null,
    media: createMediaStages({ sources, findFfmpeg, clock }),
    playback: createPlaybackStage({ findFfmpeg, keepIn, clock, logger }),
    transcribe: createTranscribeStage({
      transcripts,
      engines,
      resolveModel: models.resolve,
      clock,
    }),
    wantsImproving: async () => (await settings.llm()) !== null,
    announce: (job) => events.emit({ type: 'transcription', transcription: toSummary(job) }),
  });
  const worker = createWorker({
    claim: jobs.claim,
    run: pipeline.run,
    onError: (error) => logger.error({ err: error }, 'the queue stumbled'),
    concurrency: JOBS_AT_ONCE,
    clock,
  });
  return {
    nudge: worker.nudge,
    /** Stops a job that was canceled or deleted; resolves when nothing of it runs any more. */
    abort: pipeline.abort,
    start: worker.start,

    /** What is under way is queued again. */
    async stop(): Promise<void> {
      pipeline.stop();
      await worker.stop();
    },
  };
}
