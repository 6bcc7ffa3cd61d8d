import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import type { Health, Readiness } from '../../shared/health.ts';
import { succeeds } from '../core/errors.ts';
import type { Core } from '../core.ts';
import { createTranscriptionRepository } from '../repositories/jobs/transcription.repository.ts';
import { createSettingsRepository } from '../repositories/settings.repository.ts';
import type { ModelService } from './models/model.service.ts';

const CHECKS = ['stopping', 'data_folder', 'database', 'storage', 'disk', 'engine'] as const;
const LOOK_EVERY_MS = 1_000;

export type HealthService = ReturnType<typeof createHealthService>;

/** Reports that the service responds, its workload, and whether it can take work. */
export function createHealthService(
  core: Pick<Core, 'db' | 'config' | 'storage' | 'dataFolder' | 'clock' | 'closing'>,
  {
    models,
    requireFreeDisk,
  }: {
    models: ModelService;
    requireFreeDisk: (file: string, bytes: number) => Promise<void>;
  },
) {
  const { db, config, storage: media, dataFolder, clock, closing } = core;
  const transcriptions = createTranscriptionRepository(db);
  const checkReadiness = async (): Promise<Readiness> => {
    const [writable, storage, room, data_folder, engine] = await Promise.all([
      // Deletes nothing, but needs the right to write.
      succeeds(createSettingsRepository(db).writeNothing()),
      succeeds(media.check()),
      succeeds(requireFreeDisk(join(config.dataDir, 'steno.db'), 0)),
      dataFolder.isThere(),
      // A service that only answers requests needs none.
      !config.work || succeeds(access(config.engineFile, constants.X_OK)),
    ]);
    // Where the folder is away, its disk and its database say nothing more.
    const [disk, database] = [room || !data_folder, writable || !data_folder];
    const good = { stopping: !closing.aborted, data_folder, database, storage, disk, engine };
    const failed = CHECKS.filter((name) => !good[name]);
    return { status: failed.length === 0 ? 'ready' : 'not_ready', failed };
  };
  let looked: { at: number; found: Promise<Readiness> } | null = null;
  return {
    async check(): Promise<Health> {
      const model = await models.standard().catch(() => null);
      return {
        status: 'ok',
        version: config.version,
        model: model?.name ?? null,
        queued: await transcriptions.countByStatus('queued'),
        processing: await transcriptions.countByStatus('processing'),
      };
    },
    /** Anyone may ask, so it is checked once a second at most. */
    ready(): Promise<Readiness> {
      const at = clock.mono();
      if (looked === null || at - looked.at >= LOOK_EVERY_MS)
        looked = { at, found: checkReadiness() };
      return looked.found;
    },
  };
}
