import { join } from 'node:path';
import { type CatalogueModel, MODEL_CATALOGUE } from '../shared/models/model-catalogue.ts';
import type { CatalogueSpeakerModel } from '../shared/models/speaker-model-catalogue.ts';
import type { Segment } from '../shared/transcription/transcript.ts';
import { type Clock, systemClock } from './clock.ts';
import { type Config, isLoopback } from './config.ts';
import { createEventBus } from './events.ts';
import { failpoint } from './failpoint.ts';
import { allowedHosts, urlHost } from './http/access/guard.ts';
import { describeApi } from './http/docs/openapi.ts';
import { writeReference } from './http/docs/openapi-reference.ts';
import { createHttpApp } from './http/http-app.ts';
import { listen, type RunningServer } from './http/server.ts';
import { createLogger, type Logger } from './logger.ts';
import { findFfmpeg } from './media/ffmpeg/find-ffmpeg.ts';
import { createEngineParts } from './parts/engine-parts.ts';
import { createFolderParts } from './parts/folder-parts.ts';
import { createLinkParts } from './parts/link-parts.ts';
import { createModelParts } from './parts/model-parts.ts';
import { createQuoteParts } from './parts/quote-parts.ts';
import { checkSettings } from './parts/setting-checks.ts';
import { createSpeakerParts } from './parts/speaker-parts.ts';
import { createStructuringParts } from './parts/structuring-parts.ts';
import { createTranscribingParts } from './parts/transcribing-parts.ts';
import { createTranscriptParts } from './parts/transcript-parts.ts';
import { createWebhookParts } from './parts/webhook-parts.ts';
import type { StructureText } from './queue/structuring.ts';
import { createKeyRepository } from './repositories/accounts/key.repository.ts';
import { createSessionRepository } from './repositories/accounts/session.repository.ts';
import { createUsageRepository } from './repositories/accounts/usage.repository.ts';
import { openDatabase } from './repositories/database.ts';
import { createFileRepository } from './repositories/file.repository.ts';
import { createRemovals } from './repositories/folder/removals.ts';
import { createJobRepository } from './repositories/jobs/job.repository.ts';
import { createJobEndings, type RenderWebhookBody } from './repositories/jobs/job-endings.ts';
import { createPaceRepository } from './repositories/jobs/pace.repository.ts';
import { createTranscriptionRepository } from './repositories/jobs/transcription.repository.ts';
import { createSettingsRepository } from './repositories/settings.repository.ts';
import { createTranscriptRepository } from './repositories/transcripts/transcript.repository.ts';
import { announceService, withdrawService } from './service-file.ts';
import { createKeyService } from './services/accounts/key.service.ts';
import { createRevocations } from './services/accounts/revocations.ts';
import { createSessionService } from './services/accounts/session.service.ts';
import { createUsageService } from './services/accounts/usage.service.ts';
import { createDocsService } from './services/docs.service.ts';
import type { StartDocxProcess } from './services/exports/docx-process.ts';
import { startNodeDocxProcess } from './services/exports/node-docx-process.ts';
import { createHealthService } from './services/health.service.ts';
import { createSettingsService } from './services/settings.service.ts';
import { createFileService } from './services/sources/file.service.ts';
import { createRequestCheck } from './services/transcriptions/request-check.ts';
import { createTranscriptionService } from './services/transcriptions/transcription.service.ts';
import { writeWebhookBody } from './services/transcriptions/write-transcription.ts';
import type { StartLabelProcess } from './speakers/label-process.ts';
import { startNodeLabelProcess } from './speakers/node-label-process.ts';
import { startNodeStructureProcess } from './structure/node-structure-process.ts';
import { createStructurer, type StartStructureProcess } from './structure/structure-process.ts';

export type App = ReturnType<typeof createApp>;

/**
 * Builds the whole core and starts nothing: read it from top to bottom to see how the parts fit.
 * @throws data_not_writable, already_running, database_damaged, database_newer
 */
export function createApp(
  config: Config,
  {
    clock = systemClock,
    logger = createLogger(),
    catalogue = MODEL_CATALOGUE,
    speakerCatalogue,
    startLabelProcess = startNodeLabelProcess,
    startStructureProcess = startNodeStructureProcess,
    startDocxProcess = startNodeDocxProcess,
  }: {
    clock?: Clock;
    logger?: Logger;
    catalogue?: readonly CatalogueModel[];
    speakerCatalogue?: readonly CatalogueSpeakerModel[];
    startLabelProcess?: StartLabelProcess;
    startStructureProcess?: StartStructureProcess;
    startDocxProcess?: StartDocxProcess;
  } = {},
) {
  const workDir = join(config.dataDir, 'work');
  const filesDir = join(config.dataDir, 'files');
  const recordingsDir = join(config.dataDir, 'recordings');
  const recordingOf = (id: string) => join(recordingsDir, id);
  const { db, patient, checkpoint, hurry, close } = openDatabase(config.dataDir, { clock });
  const removals = createRemovals({ db: patient, dataDir: config.dataDir, afterwards: checkpoint });
  const transcriptions = createTranscriptionRepository(db);
  const jobs = createJobRepository(patient);
  const renderBody: RenderWebhookBody = (job, result) => writeWebhookBody(job, result, baseUrl());
  const endings = createJobEndings(db, renderBody);
  const transcripts = createTranscriptRepository(db);
  const storedFiles = createFileRepository(db);
  const paces = createPaceRepository(db);

  const events = createEventBus();
  let server: RunningServer | null = null;
  const port = () => server?.port ?? config.port;
  const closing = new AbortController();

  const storedSettings = createSettingsRepository(db);
  const engine = createEngineParts({ config, settings: storedSettings, clock, logger });
  const files = createFileService({ files: storedFiles, removals, folder: filesDir, clock });

  const settings = createSettingsService({
    settings: storedSettings,
    events,
    logger,
    check: (patch) => checkSettings(patch, { checkModel: models.check }),
  });
  const modelParts = createModelParts({
    ...{ config, catalogue, speakerCatalogue, startLabelProcess },
    ...{ settings, port, events, clock, logger },
    isInUse: transcriptions.usesModel,
    openEngine: engine.openEngine,
    closing: closing.signal,
  });
  const { models, downloads } = modelParts;

  const links = createLinkParts({
    config,
    settings,
    uploadPath: files.path,
    workDir,
    port,
    clock,
  });
  const ffmpeg = () => findFfmpeg({ env: process.env });

  const speakers = createSpeakerParts({
    ...{ db, start: startLabelProcess, clock, logger },
    model: modelParts.speakerModel,
  });
  const structure: StructureText = createStructurer(startStructureProcess);
  const transcribing = createTranscribingParts({
    ...{ jobs, settings, events, workDir, removals, clock, logger },
    endings: createJobEndings(patient, renderBody),
    transcripts: createTranscriptRepository(patient),
    paces: createPaceRepository(patient),
    sources: links.sourceFetch,
    findFfmpeg: ffmpeg,
    keepIn: recordingOf,
    engines: engine.engines,
    models,
    label: speakers.stage,
    structure,
  });

  const localUrl = () => `http://${urlHost(config.host)}:${port()}`;
  const baseUrl = () => config.publicUrl ?? localUrl();
  const address = () => ({ url: baseUrl(), port: port() });
  const webhooks = createWebhookParts({
    db,
    events,
    port,
    allowPrivate: config.allowPrivate,
    localUrl,
    baseUrl,
    clock,
    logger,
  });
  const revocations = createRevocations();
  const sessions = createSessionService({
    sessions: createSessionRepository(db),
    revocations,
    clock,
  });
  const createSignInUrl = () => `${baseUrl()}/sign-in?code=${sessions.createCode()}`;
  const checkRequest = createRequestCheck({
    ...{ files, settings },
    checkSource: links.checkSource,
    checkModel: models.check,
    checkWebhook: webhooks.service.check,
  });
  const transcriptionService = createTranscriptionService({
    transcriptions,
    endings,
    transcripts,
    queue: { nudge: transcribing.nudge, abort: transcribing.abort },
    checkRequest,
    chooseModel: async (name, language) => name ?? (await models.standard(language))?.name ?? null,
    removals,
    events,
    clock,
    baseUrl,
  });
  const structuring = createStructuringParts({
    db,
    transcriptions,
    transcripts,
    structure,
    settings,
    summary: transcriptionService.summary,
    events,
    clock,
    logger,
  });
  const folders = createFolderParts({
    ...{ db, dataDir: config.dataDir, recordingsDir, filesDir, removals },
    isIdle: async () => (await transcriptions.countByStatus('processing')) === 0,
    ...{ transcriptions: transcriptionService, files, settings, events, clock, logger },
  });
  const { improveLater } = structuring.service;
  const structureAnew = (segments: readonly Segment[], durationMs: number) =>
    structure(segments, durationMs, closing.signal);
  const http = createHttpApp({
    transcriptions: transcriptionService,
    sources: links.sources,
    ytDlp: links.ytDlp,
    ...createTranscriptParts({
      ...{ db, transcriptions, transcripts, startDocxProcess, improveLater, events, baseUrl },
      service: transcriptionService,
      keptIn: recordingOf,
      structure: structureAnew,
    }),
    speakers: speakers.createService({
      transcriptions,
      structure: structureAnew,
      improveLater,
      announce: transcriptionService.announce,
      closing: closing.signal,
    }),
    voices: speakers.voices,
    structuring: structuring.service,
    llm: structuring.llm,
    files,
    models,
    modelDownloads: downloads,
    speakerModels: modelParts.speakerModels,
    modelCatalogue: modelParts.catalogue,
    quotes: createQuoteParts({
      files,
      models,
      checkRequest,
      paces,
      lanes: config.lanes,
      guard: links.guard,
      findFfmpeg: ffmpeg,
      clock,
    }),
    keys: createKeyService({
      keys: createKeyRepository(db),
      revocations,
      // On a person's own computer agents are there to read the library.
      usualScope: isLoopback(config.host) ? 'all' : 'own',
      clock,
    }),
    docs: createDocsService({
      folder: config.docsDir,
      openapi: () => `${JSON.stringify(describeApi(config.version, address()), null, 2)}\n`,
      reference: (part) => writeReference(describeApi(config.version), part),
      baseUrl,
    }),
    version: config.version,
    usage: createUsageService({ usage: createUsageRepository(db), clock }),
    settings,
    watchFolder: folders.watchFolder,
    storage: folders.storage,
    backups: folders.backups,
    sessions,
    revocations,
    webhooks: webhooks.service,
    health: createHealthService({ transcriptions, models, version: config.version }),
    events,
    clock,
    logger,
    windowDir: config.windowDir,
    sampleFile: join(config.resourcesDir, 'samples', 'sample.mp3'),
    port,
    allowedHosts: () =>
      allowedHosts({ host: config.host, port: port(), publicUrl: config.publicUrl }),
    closing: closing.signal,
    createSignInUrl,
  });

  return {
    http,
    models,
    createSignInUrl,
    subscribe: events.subscribe,

    /** Takes up unfinished work and listens. @throws port_in_use */
    async start(): Promise<{ url: string; signInUrl: string }> {
      const { resumed } = await endings.recover(clock.now());
      failpoint('recovery.stored');
      await webhooks.recover();
      if (resumed > 0) logger.info({ resumed }, 'unfinished transcriptions go on');
      await removals.carryOutAll();
      await files.sweep();
      server = await listen(http, { ...config, clock });
      await announceService(config.dataDir, { url: baseUrl(), token: sessions.localToken });
      failpoint('service.announced');
      transcribing.start();
      folders.start();
      webhooks.start();
      structuring.start();
      logger.info({ url: baseUrl(), data: config.dataDir }, 'ready');
      return { url: baseUrl(), signInUrl: createSignInUrl() };
    },

    /** Stops taking requests, queues again what was under way, and frees everything. */
    async stop(): Promise<void> {
      closing.abort();
      hurry();
      await Promise.all([
        transcribing.stop(),
        server?.close(),
        webhooks.stop(),
        downloads.stop(),
        structuring.stop(),
        folders.stop(),
      ]);
      await engine.stop();
      await withdrawService(config.dataDir);
      await close();
    },
  };
}
