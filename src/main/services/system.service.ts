import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Health } from '../../shared/api.ts';
import type { Storage } from '../../shared/storage.ts';
import type { Core } from '../core.ts';
import { backupsFolder } from '../repositories/folder/backups.ts';
import { createTranscriptionRepository } from '../repositories/jobs/transcription.repository.ts';
import type { ModelService } from './models/model.service.ts';

export type StorageService = ReturnType<typeof createStorageService>;

/** How much disk space Steno uses, measured on each call. */
export function createStorageService({ config, folders }: Pick<Core, 'config' | 'folders'>) {
  return {
    async look(): Promise<Storage> {
      const { dataDir } = config;
      const [recordings, uploads, models, backups, database, disk] = await Promise.all([
        bytesBelow(folders.recordings),
        bytesBelow(folders.files),
        bytesBelow(folders.models),
        bytesBelow(backupsFolder(dataDir)),
        databaseBytes(dataDir),
        statfs(dataDir),
      ]);
      return {
        folder: dataDir,
        recordings_bytes: recordings,
        uploads_bytes: uploads,
        models_bytes: models,
        database_bytes: database,
        backups_bytes: backups,
        free_bytes: disk.bavail * disk.bsize,
      };
    },
  };
}

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return total(files.map(({ parentPath, name }) => join(parentPath, name)));
}

/** Includes the write-ahead log. */
async function databaseBytes(dataDir: string): Promise<number> {
  const names = await readdir(dataDir);
  return total(
    names.filter((name) => name.startsWith('steno.db')).map((name) => join(dataDir, name)),
  );
}

/** Files deleted meanwhile count as zero. */
async function total(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    paths.map(async (path) => (await stat(path).catch(() => null))?.size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

export type HealthService = ReturnType<typeof createHealthService>;

/** Reports that the service responds, and its workload. */
export function createHealthService(
  { db, config }: Pick<Core, 'db' | 'config'>,
  { models }: { models: ModelService },
) {
  const transcriptions = createTranscriptionRepository(db);
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
  };
}
