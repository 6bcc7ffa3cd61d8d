import type { CatalogueModel } from '../shared/models/model-catalogue.ts';
import type { CatalogueSpeakerModel } from '../shared/models/speaker-model-catalogue.ts';
import { createTasks, type StartTask } from './child-tasks/child-tasks.ts';
import { startNodeTask } from './child-tasks/node-task.ts';
import { reuseProcess } from './child-tasks/reuse-process.ts';
import { type AroundEngine, createComputing, createModelRecords } from './computing.ts';
import { type Clock, systemClock } from './core/clock.ts';
import { type Config, isLocalOnly } from './core/config.ts';
import { requireFreeDisk } from './core/disk-space.ts';
import { failpoint } from './core/failpoint.ts';
import { createLogger, type Logger } from './core/logger.ts';
import { announceService, withdrawService } from './core/service-file.ts';
import { type Core, createCore } from './core.ts';
import type { EnginePool } from './engine/lanes/engine-pool.ts';
import { memoryNeeded } from './engine/process/model-memory.ts';
import { createHttpApp } from './http/http-app.ts';
import { listen } from './http/server.ts';
import { createExports, createJobs } from './jobs.ts';
import { createLiveTexts } from './live/live-text.ts';
import { listModels } from './llm/open-server.ts';
import { createPdfPrinter } from './media/chromium/print-pdf.ts';
import { encodeRecording } from './media/ffmpeg/encode-recording.ts';
import { createLinks } from './media/links.ts';
import { watchFiles } from './media/watch-files.ts';
import { createModels } from './models/models.ts';
import { expectedTime } from './queue/forecast/stage-times.ts';
import { createKeyService } from './services/accounts/key.service.ts';
import { createRevocations } from './services/accounts/revocations.ts';
import { createSessionService } from './services/accounts/session.service.ts';
import { createUsageService } from './services/accounts/usage.service.ts';
import { createBackupService } from './services/backup.service.ts';
import type { ExportWriters } from './services/exports/export.service.ts';
import { createHealthService } from './services/health.service.ts';
import { createCaptionLinks } from './services/live-recordings/caption-links.ts';
import {
  createLiveRecordingService,
  type LiveRecordingPorts,
} from './services/live-recordings/live-recording.service.ts';
import { createLlmService } from './services/llm.service.ts';
import { createMachineService } from './services/machine.service.ts';
import { createMetricsService } from './services/metrics/metrics.service.ts';
import type { ModelService } from './services/models/model.service.ts';
import { WINDOW } from './services/principal.ts';
import { createProjectService } from './services/project.service.ts';
import { createRecoveryService } from './services/recovery/recovery.service.ts';
import {
  checkSettings,
  createSettingsService,
  type SettingsService,
} from './services/settings.service.ts';
import { createContinueAfterDownload } from './services/sources/continue-after-download.ts';
import { createFileService, type FileService } from './services/sources/file.service.ts';
import { createSourceService } from './services/sources/source.service.ts';
import { createWatchFolderService } from './services/sources/watch-folder.service.ts';
import { createStorageService } from './services/storage.service.ts';
import { createRetentionService } from './services/transcriptions/retention.service.ts';
import type { TranscriptionService } from './services/transcriptions/transcription.service.ts';
import { createTranscriptions } from './services/transcriptions/transcription-services.ts';
import { createVoiceService } from './services/voice.service.ts';
import { createWorkerService } from './services/workers/worker.service.ts';
import { createWorkerRegistry, type WorkerRegistry } from './services/workers/worker-registry.ts';
import type { Labeler } from './speakers/labeling.ts';

export type App = ReturnType<typeof createApp>;

/** Dependencies that tests and the desktop app replace. */
export type AppParts = {
  clock?: Clock;
  logger?: Logger;
  catalogue?: readonly CatalogueModel[];
  speakerCatalogue?: readonly CatalogueSpeakerModel[];
  startTask?: StartTask;
  aroundEngine?: AroundEngine;
  printPdf?: ExportWriters['printPdf'];
};

/** The whole program. It starts nothing and touches no disk; resources are released at stop, last in, first out. */
export function createApp(
  config: Config,
  { clock = systemClock, logger = createLogger(), ...parts }: AppParts = {},
) {
  const { core, open, keepHouse, listening, stop } = createCore(config, { clock, logger });
  const { removals, dataFolder, closing, events, localUrl, baseUrl, onStop } = core;
  const { http, models, files, jobs, exporting, keeping, access } = createParts(core, parts);
  const { transcribing, structuring, translating, delivery } = jobs;
  const { watchFolder, retention, backups, recovery, liveRecordings } = keeping;

  return {
    http,
    models,
    createSignInUrl: access.createSignInUrl,
    subscribe: events.subscribe,

    /** Opens the database, before any query. @throws as `openDatabase` */
    open,

    /** Resumes work and listens; `lasting` is false if it ends with its command. @throws port_in_use; as `open`, unless open */
    async start({ lasting = true } = {}): Promise<{ url: string; signInUrl: string }> {
      await open();
      await core.peers.join();
      await recovery.begin();
      await jobs.recover();
      void removals.keepTrying(closing);
      void dataFolder.keepLooking(closing);
      await files.sweep();
      await liveRecordings.begin();
      const server = await listen(http, { ...config, clock });
      listening(server.port);
      onStop(() => withdrawService(config, access.sessions.localToken));
      onStop(server.close);
      await announceService(config, {
        url: localUrl(),
        token: access.sessions.localToken,
        localOnly: isLocalOnly(config),
        model: config.model,
        lasting,
      });
      failpoint('service.announced');
      transcribing.start();
      if (config.work) await keepHouse();
      void watchFolder.start();
      const following = [delivery, structuring, translating, exporting];
      for (const part of [retention, backups, ...following, recovery, liveRecordings]) part.start();
      logger.info({ url: baseUrl(), data: config.dataDir }, 'ready');
      return { url: baseUrl(), signInUrl: await access.createSignInUrl() };
    },

    /** Stops accepting requests, queues work in progress again, and releases everything. */
    stop,
  };
}

/** Wires the parts together: read it from top to bottom to see how they fit. */
function createParts(
  core: Core,
  {
    startTask = startNodeTask,
    printPdf = createPdfPrinter(core),
    ...replaced
  }: Omit<AppParts, 'clock' | 'logger'>,
) {
  const { config, clock, onStop } = core;
  const { label, embedAhead, structure, checkTranscript, takeTranscript, writeDocx } = createTasks(
    startTask,
    (start) => reuseProcess(start, core),
  );
  const given = createGiven(core, label, replaced);
  const { settings, files, models, links } = given;

  // From the recording to the text, and what follows from it.
  const jobs = createJobs(core, {
    ...given,
    ...{ label, embedAhead, structure, takeTranscript },
    onFailed: (job) => void transcriptions.announceOthers(job).catch(() => {}),
  });

  // What users and scripts can do.
  const { transcriptions, ...about } = createTranscriptions(core, {
    ...given,
    jobs,
    structure,
    checkTranscript,
    expectedTime,
    probeLink: links.probe,
    memoryNeeded: (modelBytes) => memoryNeeded(modelBytes, config.lanes),
  });
  const { highlights } = about;
  const documents = { transcriptions, highlights, settings, printPdf, writeDocx };
  const { exporting, ...exports } = createExports(core, documents);
  const keeping = createKeeping(core, { ...given, ...about, transcriptions, jobs });
  const access = createAccess(core, keeping);
  for (const service of Object.values(keeping)) onStop(service.stop);

  const http = createHttpApp(core, {
    ...given,
    transcriptions,
    ...about,
    ...exports,
    ...keeping,
    ...access,
    ...createSystem(core, models),
    ...createMachines(core, { jobs, ...given }),
    sources: createSourceService(core, links),
    ytDlp: links.ytDlp,
    llm: createLlmService(core, {
      settings,
      listModels: (server, signal) => listModels(server, clock, signal),
    }),
  });
  return { http, models, files, jobs, exporting, keeping, access };
}

/** What everything else works with: settings, files, links, models and the engines that compute them. */
function createGiven(
  core: Core,
  label: Labeler,
  {
    aroundEngine,
    ...catalogues
  }: Pick<AppParts, 'catalogue' | 'speakerCatalogue' | 'aroundEngine'>,
) {
  const settings = createSettingsService(core, {
    check: (patch) => checkSettings(patch, { ...core, checkModel: models.check, checkProject }),
  });
  const checkProject = async (id: string, param: string) =>
    void (await projects.find(id, WINDOW, param));
  const { modelPorts, served, ...computing } = createComputing(core, settings, aroundEngine);
  const { models, downloads, catalogue, speakerModels, forLabeling } = createModels(core, {
    ...catalogues,
    ...modelPorts,
    ...createModelRecords(core),
    label,
    settings,
  });
  const projects = createProjectService(core, { settings, checkModel: models.check });
  const registry = createWorkerRegistry(core);
  return {
    settings,
    projects,
    registry,
    workerLanes: registry.lanes,
    files: createFileService(core),
    voices: createVoiceService(core),
    links: createLinks(core, settings),
    models,
    modelDownloads: downloads,
    modelCatalogue: catalogue,
    speakerModels,
    forLabeling,
    ...computing,
    ...served(models),
  };
}

/** What runs by itself: watching a folder, recording, removing what is old, backups, making again what is lost. */
function createKeeping(
  core: Core,
  {
    jobs,
    engines,
    models,
    ...ports
  }: Pick<LiveRecordingPorts, 'checkOptions' | 'highlights'> & {
    files: FileService;
    transcriptions: TranscriptionService;
    settings: SettingsService;
    engines: EnginePool;
    models: ModelService;
    jobs: Pick<ReturnType<typeof createJobs>, 'transcribing'>;
  },
) {
  const { dataDir } = core.config;
  return {
    watchFolder: createWatchFolderService(core, {
      // It never watches the program's own data folder.
      watch: (folder, on) =>
        watchFiles(folder, { ...on, except: dataDir, recursive: true, clock: core.clock }),
      ...ports,
    }),
    retention: createRetentionService(core, ports),
    backups: createBackupService(core),
    continueAfterDownload: createContinueAfterDownload(core, { ...ports, models }),
    recovery: createRecoveryService(core, jobs.transcribing),
    liveRecordings: createLiveRecordingService(core, {
      ...ports,
      requireFreeDisk,
      liveText: createLiveTexts(core, { engines, resolveModel: models.resolve }),
      encode: (sound, how) => encodeRecording(sound, { ...how, clock: core.clock }),
    }),
  };
}

/** Keys, sessions and links to captions, and what keys have used. */
function createAccess(
  core: Core,
  { liveRecordings }: { liveRecordings: Parameters<typeof createCaptionLinks>[1] },
) {
  const revocations = createRevocations(core);
  const sessions = createSessionService(core, { revocations });
  const createSignInUrl = async () =>
    `${core.baseUrl()}/sign-in?code=${await sessions.createCode()}`;
  return {
    sessions,
    revocations,
    createSignInUrl,
    captionLinks: createCaptionLinks(core, liveRecordings),
    keys: createKeyService(core, { revocations }),
    usage: createUsageService(core),
  };
}

/** What transcribes besides the service itself. */
function createMachines(
  core: Core,
  {
    jobs: { transcribing },
    ...ports
  }: {
    jobs: Pick<ReturnType<typeof createJobs>, 'transcribing'>;
    models: ModelService;
    registry: WorkerRegistry;
  },
) {
  return {
    machineList: createMachineService(core, ports),
    workers: createWorkerService(core, { dispatcher: transcribing.dispatcher, ...ports }),
  };
}

/** The state of the service and its machine. */
function createSystem(core: Core, models: ModelService) {
  const health = createHealthService(core, { models, requireFreeDisk });
  const metrics = createMetricsService(core, { health });
  return { health, metrics, storage: createStorageService(core) };
}
