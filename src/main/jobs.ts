import { ExportOptions } from '../shared/exports/export-options.ts';
import type { Core } from './core.ts';
import type { EnginePool } from './engine/lanes/engine-pool.ts';
import { createImprover } from './llm/improve.ts';
import { createTranslator } from './llm/translate/translate-cues.ts';
import { createMediaMaker } from './media/ffmpeg/media-export.ts';
import type { Links } from './media/links.ts';
import type { Models } from './models/models.ts';
import { createAutomaticExport } from './queue/after/automatic-export.ts';
import { createStructuring, type StructureText } from './queue/after/structuring-queue.ts';
import { createTranslating } from './queue/after/translating-queue.ts';
import { createWebhookDelivery } from './queue/after/webhook-delivery.ts';
import { createLabelAgain, createLabelingStage } from './queue/finish/labeling-stage.ts';
import { createVoicesAhead, type EmbedAhead } from './queue/finish/voices-ahead.ts';
import type { TakeTranscript } from './queue/prepare/given-transcript-stage.ts';
import { createSourceFetch, fetchedFile } from './queue/prepare/source-fetch.ts';
import { createFindStored } from './queue/prepare/stored-recording.ts';
import { createRecovery } from './queue/take-over-jobs.ts';
import { createTranscribing } from './queue/transcription-queue.ts';
import { uploadIn } from './repositories/file.repository.ts';
import type { Job } from './repositories/jobs/job.ts';
import { createJobEndings, type RenderWebhookBody } from './repositories/jobs/job-endings.ts';
import { projectOf } from './repositories/project.repository.ts';
import {
  createExportService,
  type ExportWriters,
  piecesOf,
} from './services/exports/export.service.ts';
import { createExportArchive } from './services/exports/export-archive.ts';
import { createMediaExportService } from './services/exports/media-export.service.ts';
import { createSubtitleService } from './services/exports/subtitle.service.ts';
import type { ModelService } from './services/models/model.service.ts';
import { WINDOW } from './services/principal.ts';
import type { SettingsService } from './services/settings.service.ts';
import type { FileService } from './services/sources/file.service.ts';
import { announcer, segmentAnnouncer } from './services/transcriptions/announcements.ts';
import type { HighlightService } from './services/transcriptions/highlight.service.ts';
import { createPlaybackService } from './services/transcriptions/playback.service.ts';
import type { TranscriptionService } from './services/transcriptions/transcription.service.ts';
import { translationAnnouncer } from './services/transcriptions/translation.service.ts';
import { writeWebhookBody } from './services/transcriptions/write-transcription.ts';
import type { VoiceService } from './services/voice.service.ts';
import { createSink } from './services/webhooks/webhook-sink.ts';
import type { Labeler } from './speakers/labeling.ts';
import { createLabelSpeakers } from './speakers/labeling-methods.ts';

type JobsPorts = {
  label: Labeler;
  embedAhead: EmbedAhead;
  structure: StructureText;
  takeTranscript: TakeTranscript;
  settings: SettingsService;
  files: FileService;
  voices: VoiceService;
  links: Links;
  models: ModelService;
  forLabeling: Models['forLabeling'];
  engines: EnginePool;
  deviceFor: (model: string) => Promise<string | null>;
  /** How many windows workers transcribe at once. */
  workerLanes: () => number;
  /** A failed job that others may wait for. */
  onFailed: (job: Job) => void;
};

/** What is done with recordings in the background: from the recording to its text, and what follows from the text. */
export function createJobs(
  core: Core,
  {
    label,
    embedAhead,
    structure,
    settings,
    files,
    voices,
    links,
    forLabeling,
    onFailed,
    ...ports
  }: JobsPorts,
) {
  const { db, patient, tasks, folders, events, tally, baseUrl, logger } = core;
  const { wantsImproving } = settings;
  const announce = announcer(events);
  const renderBody: RenderWebhookBody = (job, result) => writeWebhookBody(job, result, baseUrl());
  const endings = createJobEndings(db, { renderBody, tasks, tally });

  const findStored = createFindStored(core);
  const following = { ...links.following, findStored, uploadFile: files.localFile };
  const transcribing = createTranscribing(core, {
    endings: createJobEndings(patient, { renderBody, tasks, tally }),
    sources: createSourceFetch(core, following),
    findStored,
    readUpload: files.whole,
    lengthOf: async ({ id, sourceUrl }, signal) => {
      const { durationMs } = await (uploadIn(sourceUrl) === null
        ? links.probe.file(fetchedFile(folders, id), signal)
        : links.probe.upload(await files.open(sourceUrl), signal));
      return durationMs;
    },
    label: createLabelingStage(core, {
      label: createLabelSpeakers({ label, logger, ...forLabeling }),
      recognize: voices.recognize,
    }),
    voicesAhead: createVoicesAhead(core, { embed: embedAhead, model: forLabeling.model }),
    structure,
    wantsImproving,
    ...ports,
    tellSegments: segmentAnnouncer(core),
    announce: (job) => {
      announce(job);
      if (job.status === 'failed') onFailed(job);
    },
  });
  const improve = createImprover(core, settings.llm);
  const structuring = createStructuring(core, { structure, announce, improve });
  const translating = createTranslating(core, {
    translate: createTranslator(core, settings.llm),
    announce: translationAnnouncer(core),
  });
  const sink = createSink(core);
  const delivery = createWebhookDelivery(core, sink);

  return {
    endings,
    transcribing,
    structuring,
    translating,
    sink,
    delivery,
    recover: createRecovery(core, { endings, delivery, announce, transcribing }),
    labelAgain: createLabelAgain(core, { label }),
  };
}

/** Transcripts and recordings as files: when asked for, and automatically. */
export function createExports(
  core: Core,
  {
    settings,
    ...ports
  }: ExportWriters & {
    transcriptions: TranscriptionService;
    highlights: HighlightService;
    settings: SettingsService;
  },
) {
  const exports = createExportService(core, { ...ports, playback: createPlaybackService(core) });
  const exporting = createAutomaticExport(core, {
    render: async (id, format, signal) => {
      const asked = { ...ExportOptions.parse({}), format };
      return piecesOf(await exports.render(id, asked, WINDOW, signal));
    },
    wanted: async ({ projectId }) =>
      (projectId && (await projectOf(core.db, projectId))?.auto_export) ||
      (await settings.get()).auto_export,
    announce: announcer(core.events),
  });
  return {
    exporting,
    exports,
    subtitles: createSubtitleService(core),
    archive: createExportArchive(core, { ...ports, exports }),
    automaticExport: { status: exporting.status },
    mediaExports: createMediaExportService(core, { exports, make: createMediaMaker(core) }),
  };
}
