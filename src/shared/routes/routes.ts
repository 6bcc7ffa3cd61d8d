/**
 * Every endpoint in one table: the server registers them, the OpenAPI document is generated from them, and the client
 * parses responses with them.
 */
import { accountRoutes } from './account-routes.ts';
import { editingRoutes } from './editing-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { exportRoutes, mediaExportRoutes } from './export-routes.ts';
import { healthRoutes } from './health-routes.ts';
import { highlightRoutes } from './highlight-routes.ts';
import { liveRecordingRoutes } from './live-recording-routes.ts';
import { deviceRoutes, machineRoutes, modelRoutes, speakerModelRoutes } from './model-routes.ts';
import { audioRoutes } from './openai-audio-routes.ts';
import { playbackRoutes } from './playback-routes.ts';
import { projectRoutes } from './project-routes.ts';
import { queueRoutes } from './queue-routes.ts';
import type { Route } from './route.ts';
import { searchRoutes } from './search-routes.ts';
import { settingRoutes } from './setting-routes.ts';
import { fileRoutes, linkRoutes } from './source-routes.ts';
import { speakerRoutes } from './speaker-routes.ts';
import { cueRoutes, translationRoutes } from './subtitle-routes.ts';
import { transcriptionRoutes } from './transcription-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';
import { workerRoutes } from './worker-routes.ts';

/** Every endpoint with its input and output. Server, client and reference are made from this table. */
export const routes = {
  ...healthRoutes,
  ...transcriptionRoutes,
  ...projectRoutes,
  ...speakerRoutes,
  ...queueRoutes,
  ...exportRoutes,
  ...mediaExportRoutes,
  ...cueRoutes,
  ...highlightRoutes,
  ...translationRoutes,
  ...fileRoutes,
  ...liveRecordingRoutes,
  ...audioRoutes,
  ...searchRoutes,
  ...eventRoutes,
  ...accountRoutes,
  ...settingRoutes,
  ...modelRoutes,
  ...deviceRoutes,
  ...machineRoutes,
  ...workerRoutes,
  ...speakerModelRoutes,
  ...editingRoutes,
  ...playbackRoutes,
  ...webhookRoutes,
  ...linkRoutes,
} as const satisfies Record<string, Route>;
