import { ExportOptions } from '../shared/exports/options.ts';
import type { CatalogueModel } from '../shared/models/model-catalogue.ts';
import type { CatalogueSpeakerModel } from '../shared/models/speaker-model-catalogue.ts';
import { type Clock, systemClock } from './clock.ts';
import { createComputing, createModelRecords } from './computing.ts';
import { type Config, isLocalOnly } from './config.ts';
import { type Core, createCore } from './core.ts';
import { memoryNeeded } from './engine/models/memory.ts';
import { failpoint } from './failpoint.ts';
import { portOf } from './http/access/auth.ts';
import { describeApi } from './http/docs/openapi.ts';
import { writeReference } from './http/docs/openapi-reference.ts';
import { createHttpApp } from './http/http-app.ts';
import { listen } from './http/server.ts';
import { createImprover } from './llm/improve.ts';
import { listModels } from './llm/open-server.ts';
import { createTranslator } from './llm/translate/translate-cues.ts';
import { createLogger, type Logger } from './logger.ts';
import { createPdfPrinter } from './media/chromium/print-pdf.ts';
import { requireFreeDisk } from './media/disk.ts';
import { createLinkProbe } from './media/download/probe-link.ts';
import { createMediaMaker } from './media/ffmpeg/media-export.ts';
import { createUrlGuard } from './media/guard/url-guard.ts';
import { MEDIA_POLICY } from './media/guard/url-policy.ts';
import { createListing } from './media/list-recordings.ts';
import { watchFiles } from './media/watch-files.ts';
import { createLocalYtDlp } from './media/yt-dlp/yt-dlp-store.ts';
import { createModels } from './models/models.ts';
import { createOutbox } from './queue/delivery.ts';
import { createExporting } from './queue/exporting.ts';
import { createFindKept } from './queue/kept-recording.ts';
import { createLabelAgain, createLabelingStage } from './queue/labeling-stage.ts';
import { createRecovery } from './queue/recovery.ts';
import { createSourceFetch } from './queue/source-fetch.ts';
import { expectedTime } from './queue/stage-times.ts';
import { createStructuring } from './queue/structuring.ts';
import { createTranscribing } from './queue/transcribing.ts';
import { createTranslating } from './queue/translating.ts';
import { createJobEndings, type RenderWebhookBody } from './repositories/jobs/job-endings.ts';
import { announceService, withdrawService } from './service-file.ts';
import { createKeyService } from './services/accounts/key.service.ts';
import { createRevocations, createSessionService } from './services/accounts/session.service.ts';
import { createUsageService } from './services/accounts/usage.service.ts';
import { createBackupService } from './services/backup.service.ts';
import { createDocsService } from './services/docs.service.ts';
import {
  createExportService,
  createSubtitleService,
  type ExportWriters,
  piecesOf,
} from './services/exports/export.service.ts';
import { createExportArchive } from './services/exports/export-archive.ts';
import { createMediaExportService } from './services/exports/media-export.service.ts';
import { createMetricsService } from './services/metrics/metrics.service.ts';
import type { ModelService } from './services/models/model.service.ts';
import { WINDOW } from './services/principal.ts';
import {
  checkSettings,
  createLlmService,
  createSettingsService,
  type SettingsService,
} from './services/settings.service.ts';
import { createFileService } from './services/sources/file.service.ts';
import { createQuoteService } from './services/sources/quote.service.ts';
import { createSourceService } from './services/sources/source.service.ts';
import { createWatchFolderService } from './services/sources/watch-folder.service.ts';
import { createSpeakerService } from './services/speaker.service.ts';
import { createHealthService, createStorageService } from './services/system.service.ts';
import { createCueService } from './services/transcriptions/cue.service.ts';
import { createEditService } from './services/transcriptions/edit.service.ts';
import { createQueueService } from './services/transcriptions/queue.service.ts';
import { createRecordingService } from './services/transcriptions/recording.service.ts';
import { createRequestCheck } from './services/transcriptions/request-check.ts';
import { createRetentionService } from './services/transcriptions/retention.service.ts';
import { createSearchService } from './services/transcriptions/search.service.ts';
import { createStructuringService } from './services/transcriptions/structuring.service.ts';
import {
  createTranscriptionService,
  type TranscriptionService,
} from './services/transcriptions/transcription.service.ts';
import { announcer, segmentAnnouncer } from './services/transcriptions/transcription-view.ts';
import {
  createTranslationService,
  translationAnnouncer,
} from './services/transcriptions/translation.service.ts';
import { createTrashService } from './services/transcriptions/trash.service.ts';
import { writeWebhookBody } from './services/transcriptions/write-transcription.ts';
import { createVoiceService } from './services/voice.service.ts';
import { createSink } from './services/webhooks/sink.ts';
import { createWebhookService } from './services/webhooks/webhook.service.ts';
import { createLabelSpeakers } from './speakers/label-speakers.ts';
import { startNodeTask } from './tasks/node-task.ts';
import { createTasks, type StartTask } from './tasks/tasks.ts';

export type App = ReturnType<typeof createApp>;

/** Dependencies that tests and the desktop app replace. */
export type AppParts = {
  clock?: Clock;
  logger?: Logger;
  catalogue?: readonly CatalogueModel[];
  speakerCatalogue?: readonly CatalogueSpeakerModel[];
  startTask?: StartTask;
  printPdf?: ExportWriters['printPdf'];
};

/**
 * Wires the whole program together: read it from top to bottom to see how the parts fit. It starts nothing and touches
 * no disk; resources are released at stop, last in, first out.
 */
export function createApp(
  config: Config,
  {
    clock = systemClock,
    logger = createLogger(),
    catalogue,
    speakerCatalogue,
    startTask = startNodeTask,
    printPdf = createPdfPrinter({ clock }),
  }: AppParts = {},
) {
  const { core, open, listening, stop } = createCore(config, { clock, logger });
  const { db, patient, removals, storage, closing, events, localUrl, baseUrl, port, onStop } = core;

  const { label, structure, writeDocx } = createTasks(startTask);

  // Settings, and the files and models users work with.
  const settings = createSettingsService(core, {
    check: (patch) => checkSettings(patch, { dataDir: config.dataDir, checkModel: models.check }),
  });
  const files = createFileService(core);
  const { modelPorts, engines, deviceFor, served } = createComputing(core, settings);
  const allModels = createModels(core, {
    ...{ catalogue, speakerCatalogue, label, settings, ...modelPorts },
    ...createModelRecords(core),
  });
  const { models } = allModels;

  // Where recordings come from.
  const { allowPrivate } = config;
  const guard = createUrlGuard({ policy: MEDIA_POLICY, allowPrivate, ownPort: port });
  const ytDlp = createLocalYtDlp(config, { ownPort: port, clock });
  const following = { guard, findYtDlp: ytDlp.find, cookiesFrom: settings.cookiesFrom };
  const probeLink = createLinkProbe(core, guard);

  // From the recording to the text, and the events about it.
  const renderBody: RenderWebhookBody = (job, result) => writeWebhookBody(job, result, baseUrl());
  const endings = createJobEndings(db, renderBody, core.tally);
  const announce = announcer(events);
  const voices = createVoiceService(core);
  const { wantsImproving } = settings;
  const findKept = createFindKept(core);
  const transcribing = createTranscribing(core, {
    endings: createJobEndings(patient, renderBody, core.tally),
    sources: createSourceFetch(core, { ...following, findKept, uploadFile: files.localFile }),
    findKept,
    readUpload: files.bytes,
    lengthOf: async (url, signal) =>
      (await probeLink.upload(await files.open(url), signal)).durationMs,
    label: createLabelingStage(core, {
      label: createLabelSpeakers({ label, logger, ...allModels.forLabeling }),
      recognise: voices.recognise,
    }),
    ...{ engines, models, structure, wantsImproving, deviceFor },
    tellSegments: segmentAnnouncer(core),
    announce: (job) => {
      announce(job);
      if (job.status === 'failed') void transcriptions.announceOthers(job).catch(() => {});
    },
  });
  const improve = createImprover(core, settings.llm);
  const structuring = createStructuring(core, { structure, announce, improve });
  const { translating, translations } = createTranslations(core, settings);
  const sink = createSink(core);
  const outbox = createOutbox(core, sink);
  const recover = createRecovery(core, { endings, outbox, announce, transcribing });

  // What users and scripts can do.
  const webhooks = createWebhookService(core, { delivery: outbox, sink });
  const checkRequest = createRequestCheck(core, {
    ...{ files, settings, checkModel: models.check, checkWebhook: webhooks.check },
    checkTranslates: models.checkTranslates,
  });
  const transcriptions = createTranscriptionService(core, {
    ...{ endings, queue: transcribing, checkRequest },
    chooseModel: async (name, language) => name ?? (await models.standard(language))?.name ?? null,
  });
  const structurings = createStructuringService(core, {
    ...{ summary: transcriptions.summary, nudge: structuring.nudge, wantsImproving },
  });
  const { improveLater } = structurings;
  const speakers = createSpeakerService(core, {
    ...{ voices, improveLater, structure, announce: transcriptions.announce },
    labelAgain: createLabelAgain(core, { label }),
    remembers: async () => (await settings.get()).remember_voices ?? false,
  });
  const watchFolder = createWatchFolderService(core, {
    // It never watches the program's own data folder.
    watch: (folder, on) =>
      watchFiles(folder, { ...on, except: config.dataDir, recursive: true, clock }),
    ...{ files, transcriptions, settings },
  });
  const retention = createRetentionService(core, { files, transcriptions, settings });
  const writers = { writeDocx, printPdf };
  const { exporting, ...exporters } = createExports(core, { transcriptions, settings, ...writers });
  const backups = createBackupService(core);
  const revocations = createRevocations(core);
  const sessions = createSessionService(core, { revocations });
  const createSignInUrl = async () => `${baseUrl()}/sign-in?code=${await sessions.createCode()}`;
  for (const service of [watchFolder, retention, backups]) onStop(service.stop);

  const http = createHttpApp(core, {
    ...{ transcriptions, files, settings, voices, watchFolder, backups, sessions, revocations },
    ...{ webhooks, models, structuring: structurings, translations, ytDlp, createSignInUrl },
    ...{ modelDownloads: allModels.downloads, modelCatalogue: allModels.catalogue },
    ...served(models),
    speakerModels: allModels.speakerModels,
    sources: createSourceService(core, { list: createListing(core, following) }),
    quotes: createQuoteService(core, {
      ...{ files, models, checkRequest, expectedTime, deviceFor },
      probeLink,
      memoryNeeded: (modelBytes) => memoryNeeded(modelBytes, config.lanes),
    }),
    speakers,
    ...createReading(core),
    edits: createEditService(core, {
      ...{ improveLater, structure },
      rename: (id, number, name, principal) =>
        speakers.rename(id, number, { name }, principal, { isStep: false }),
    }),
    ...exporters,
    queue: createQueueService(core, { work: transcribing, summary: transcriptions.summary }),
    trash: createTrashService(core, { transcriptions }),
    llm: createLlmService(core, {
      settings,
      listModels: (server, signal) => listModels(server, clock, signal),
    }),
    keys: createKeyService(core, { revocations }),
    ...createWatching(core, models),
  });

  return {
    http,
    models,
    createSignInUrl,
    subscribe: events.subscribe,

    /** Opens the database, before any query. @throws as `openDatabase` */
    open,

    /** Resumes work and listens; `lasting` is false if it ends with its command. @throws port_in_use; as `open`, unless open */
    async start({ lasting = true } = {}): Promise<{ url: string; signInUrl: string }> {
      await open();
      await core.nodes.join();
      await recover();
      if (storage.address !== null) void removals.keepTrying(closing);
      await files.sweep();
      const server = await listen(http, { ...config, clock });
      listening(server.port);
      onStop(() => withdrawService(config, sessions.localToken));
      onStop(server.close);
      await announceService(config, {
        url: localUrl(),
        token: sessions.localToken,
        localOnly: isLocalOnly(config),
        model: config.model,
        lasting,
      });
      failpoint('service.announced');
      transcribing.start();
      void watchFolder.start();
      for (const part of [retention, backups, outbox, structuring, translating, exporting]) {
        part.start();
      }
      logger.info({ url: baseUrl(), data: config.dataDir }, 'ready');
      return { url: baseUrl(), signInUrl: await createSignInUrl() };
    },

    /** Stops accepting requests, queues work in progress again, and releases everything. */
    stop,
  };
}

/** For whoever watches over the service. */
function createWatching(core: Core, models: ModelService) {
  const health = createHealthService(core, { models, requireFreeDisk });
  return { health, metrics: createMetricsService(core, { health }) };
}

/** Services that need nothing but the core. */
function createReading(core: Core) {
  return {
    recordings: createRecordingService(core),
    cues: createCueService(core),
    subtitles: createSubtitleService(core),
    search: createSearchService(core),
    usage: createUsageService(core),
    storage: createStorageService(core),
    docs: createDocs(core),
  };
}

function createExports(
  core: Core,
  {
    settings,
    ...ports
  }: ExportWriters & { transcriptions: TranscriptionService; settings: SettingsService },
) {
  const exports = createExportService(core, { ...ports, recordings: createRecordingService(core) });
  const exporting = createExporting(core, {
    render: async (id, format, signal) => {
      const asked = { ...ExportOptions.parse({}), format };
      return piecesOf(await exports.render(id, asked, WINDOW, signal));
    },
    wanted: async () => (await settings.get()).auto_export,
    announce: announcer(core.events),
  });
  return {
    exporting,
    exports,
    archive: createExportArchive(core, { ...ports, exports }),
    automaticExport: { status: exporting.status },
    mediaExports: createMediaExportService(core, { exports, make: createMediaMaker(core) }),
  };
}

function createTranslations(core: Core, { llm }: Pick<SettingsService, 'llm'>) {
  const translate = createTranslator(core, llm);
  const announce = translationAnnouncer(core);
  const translating = createTranslating(core, { translate, announce });
  return { translating, translations: createTranslationService(core, { queue: translating, llm }) };
}

function createDocs({ config, baseUrl }: Core) {
  return createDocsService({
    folder: config.docsDir,
    openapi: () => {
      const document = describeApi(config.version, {
        ...{ url: baseUrl(), port: portOf(new URL(baseUrl())) },
      });
      return `${JSON.stringify(document, null, 2)}\n`;
    },
    reference: (part) => writeReference(describeApi(config.version), part),
    baseUrl,
  });
}
