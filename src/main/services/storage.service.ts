import { readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from '../../shared/storage.ts';
import { filesBelow, totalBytes } from '../core/disk-space.ts';
import type { Core } from '../core.ts';
import { uploadEntry } from '../repositories/file.repository.ts';
import { backupsFolder } from '../repositories/folder/backups.ts';
import { recordingOf } from '../repositories/folder/data-folder.ts';
import { createTranscriptionRepository } from '../repositories/jobs/transcription.repository.ts';
import { postgresBytes } from '../repositories/postgres/postgres-database.ts';
import { EVERYTHING } from '../repositories/row-visibility.ts';

export type StorageService = ReturnType<typeof createStorageService>;

/** How much disk space Steno uses, measured on each call. */
export function createStorageService(core: Pick<Core, 'db' | 'config' | 'folders' | 'storage'>) {
  const { db, config, folders, storage } = core;
  const transcriptions = createTranscriptionRepository(db);

  return {
    async usage(): Promise<Storage> {
      const { dataDir } = config;
      const trash = await transcriptions.trashed(EVERYTHING);
      // Unused uploads may be in the trash, too.
      const uploads = await transcriptions.trashedUploads();
      const [media, models, backups, database, disk] = await Promise.all([
        storage.usage([...trash.map(recordingOf), ...uploads.map(uploadEntry)]),
        filesBelow(folders.models).then(totalBytes),
        filesBelow(backupsFolder(dataDir)).then(totalBytes),
        config.database === null ? databaseBytes(dataDir) : postgresBytes(db),
        statfs(dataDir),
      ]);
      return {
        folder: dataDir,
        media: storage.address,
        recordings_bytes: media.recordings,
        uploads_bytes: media.uploads,
        trash_bytes: media.trash,
        trash_count: trash.length,
        models_bytes: models,
        database_bytes: database,
        backups_bytes: backups,
        free_bytes: disk.bavail * disk.bsize,
      };
    },
  };
}

/** Includes the write-ahead log. */
async function databaseBytes(dataDir: string): Promise<number> {
  const names = await readdir(dataDir);
  return totalBytes(
    names.filter((name) => name.startsWith('steno.db')).map((name) => join(dataDir, name)),
  );
}
