import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from '../../shared/storage.ts';

export type StorageService = ReturnType<typeof createStorageService>;

/** How much room Steno takes on the disk, counted anew each time. */
export function createStorageService(folders: {
  dataDir: string;
  recordingsDir: string;
  filesDir: string;
  modelsDir: string;
  backupsDir: string;
}) {
  return {
    async look(): Promise<Storage> {
      const { dataDir, recordingsDir, filesDir, modelsDir, backupsDir } = folders;
      const [recordings, uploads, models, backups, database, disk] = await Promise.all([
        bytesBelow(recordingsDir),
        bytesBelow(filesDir),
        bytesBelow(modelsDir),
        bytesBelow(backupsDir),
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

/** With its write-ahead log. */
async function databaseBytes(dataDir: string): Promise<number> {
  const names = await readdir(dataDir);
  return total(
    names.filter((name) => name.startsWith('steno.db')).map((name) => join(dataDir, name)),
  );
}

/** What is deleted while it is counted takes no room. */
async function total(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    paths.map(async (path) => (await stat(path).catch(() => null))?.size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
