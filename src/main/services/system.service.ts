import { access, constants, readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Health, Readiness } from '../../shared/api.ts';
import type { Storage } from '../../shared/storage.ts';
import type { Core } from '../core.ts';
import { backupsFolder } from '../repositories/folder/backups.ts';
import { createTranscriptionRepository } from '../repositories/jobs/transcription.repository.ts';
import { postgresBytes } from '../repositories/postgres/postgres-database.ts';
import { createSettingsRepository } from '../repositories/settings.repository.ts';
import { EVERYTHING } from '../repositories/view.ts';
import type { ModelService } from './models/model.service.ts';

export type StorageService = ReturnType<typeof createStorageService>;

/** How much disk space Steno uses, measured on each call. */
export function createStorageService({
  db,
  config,
  folders,
}: Pick<Core, 'db' | 'config' | 'folders'>) {
  const transcriptions = createTranscriptionRepository(db);

  /** Recordings in the trash, and uploads of which nothing else is made. */
  const trashed = async (): Promise<{ count: number; bytes: number }> => {
    const ids = await transcriptions.trashed(EVERYTHING);
    const uploads = await transcriptions.trashedUploads();
    const recordings = await Promise.all(ids.map((id) => filesBelow(join(folders.recordings, id))));
    const files = uploads.map((id) => join(folders.files, id));
    return { count: ids.length, bytes: await total([...recordings.flat(), ...files]) };
  };

  return {
    async look(): Promise<Storage> {
      const { dataDir } = config;
      // A recording that browsers play as it came is a second name of its upload.
      const [recordingFiles, uploadFiles] = await Promise.all([
        filesBelow(folders.recordings),
        filesBelow(folders.files),
      ]);
      const [recordings, both, trash, models, backups, database, disk] = await Promise.all([
        total(recordingFiles),
        total([...recordingFiles, ...uploadFiles]),
        trashed(),
        filesBelow(folders.models).then(total),
        filesBelow(backupsFolder(dataDir)).then(total),
        config.database === null ? databaseBytes(dataDir) : postgresBytes(db),
        statfs(dataDir),
      ]);
      return {
        folder: dataDir,
        recordings_bytes: recordings,
        uploads_bytes: Math.max(0, both - recordings),
        trash_bytes: trash.bytes,
        trash_count: trash.count,
        models_bytes: models,
        database_bytes: database,
        backups_bytes: backups,
        free_bytes: disk.bavail * disk.bsize,
      };
    },
  };
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => join(parentPath, name));
}

/** Includes the write-ahead log. */
async function databaseBytes(dataDir: string): Promise<number> {
  const names = await readdir(dataDir);
  return total(
    names.filter((name) => name.startsWith('steno.db')).map((name) => join(dataDir, name)),
  );
}

/** Each file once, however many names it has. What is deleted while it is counted takes no room. */
async function total(paths: readonly string[]): Promise<number> {
  const facts = await Promise.all(
    paths.map((path) => stat(path, { bigint: true }).catch(() => null)),
  );
  const files = new Map<string, number>();
  for (const [index, file] of facts.entries()) {
    if (!file) continue;
    const name = file.nlink > 1n ? `${file.dev}:${file.ino}` : `only ${index}`;
    files.set(name, Number(file.size));
  }
  return [...files.values()].reduce((sum, size) => sum + size, 0);
}

const CHECKS = ['stopping', 'database', 'disk', 'engine'] as const;
const LOOK_EVERY_MS = 1_000;

export type HealthService = ReturnType<typeof createHealthService>;

/** Reports that the service responds, its workload, and whether it can take work. */
export function createHealthService(
  { db, config, clock, closing }: Pick<Core, 'db' | 'config' | 'clock' | 'closing'>,
  {
    models,
    requireFreeDisk,
  }: {
    models: ModelService;
    requireFreeDisk: (file: string, bytes: number) => Promise<void>;
  },
) {
  const transcriptions = createTranscriptionRepository(db);
  const look = async (): Promise<Readiness> => {
    const works = (check: Promise<unknown>) =>
      check.then(
        () => true,
        () => false,
      );
    const [database, disk, engine] = await Promise.all([
      // Deletes nothing, but needs the right to write.
      works(createSettingsRepository(db).writeNothing()),
      works(requireFreeDisk(join(config.dataDir, 'steno.db'), 0)),
      works(access(config.engineFile, constants.X_OK)),
    ]);
    const good = { stopping: !closing.aborted, database, disk, engine };
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
    /** Anybody may ask, so it is looked at once a second at most. */
    ready(): Promise<Readiness> {
      const at = clock.mono();
      if (looked === null || at - looked.at >= LOOK_EVERY_MS) looked = { at, found: look() };
      return looked.found;
    },
  };
}
