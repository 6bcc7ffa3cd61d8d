import { mkdir } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname } from 'node:path';
import type { CatalogueModel } from '../shared/model-catalogue.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { OpenEngine } from './engine/engine.ts';
import { measureSpeed } from './engine/measure-speed.ts';
import type { EventBus } from './events.ts';
import { createLocalModels, demoModelFile } from './local-models.ts';
import { FETCH_LIMITS, fetchMedia } from './media/fetch.ts';
import { createUrlGuard } from './media/url-guard.ts';
import { MEDIA_POLICY } from './media/url-policy.ts';
import { createModelService } from './services/model.service.ts';
import { createModelCatalogueService } from './services/model-catalogue.service.ts';
import { createModelDownloadService } from './services/model-download.service.ts';
import type { SettingsService } from './services/settings.service.ts';

/** Builds what keeps the Whisper models in order, beside the composition root. */
export function createModelParts({
  config,
  catalogue,
  settings,
  isInUse,
  openEngine,
  port,
  closing,
  events,
  clock,
}: {
  config: Config;
  catalogue: readonly CatalogueModel[];
  settings: Pick<SettingsService, 'get'>;
  isInUse: (name: string) => Promise<boolean>;
  openEngine: OpenEngine;
  port: () => number;
  closing: AbortSignal;
  events: EventBus;
  clock: Clock;
}) {
  const files = createLocalModels(config, catalogue);
  // The person wrote the mirror's address, so it may well be on this machine or its network.
  const guard = createUrlGuard({ policy: MEDIA_POLICY, allowPrivate: true, ownPort: port });
  const downloads = createModelDownloadService({
    ports: {
      incoming: files.incoming,
      list: files.list,
      install: files.install,
      fetch: async ({ url, destination, bytes, signal, onProgress }) => {
        await mkdir(dirname(destination), { recursive: true, mode: 0o700 });
        await fetchMedia({
          url,
          destination,
          guard,
          clock,
          signal,
          limits: { ...FETCH_LIMITS, maxBytes: bytes },
          onProgress: ({ receivedBytes }) => onProgress(receivedBytes),
        });
      },
    },
    catalogue,
    settings,
    events,
    clock,
  });
  return {
    downloads,
    models: createModelService({ files, configured: config.model, settings, isInUse, events }),
    catalogue: createModelCatalogueService({
      catalogue,
      files,
      downloads,
      memoryBytes: totalmem(),
      measureSpeed: () =>
        measureSpeed(openEngine, {
          signal: closing,
          modelPath: demoModelFile(config),
          threads: config.lanes * config.threads,
        }),
      events,
      clock,
    }),
  };
}
