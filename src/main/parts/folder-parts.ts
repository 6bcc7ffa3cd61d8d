import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { EventBus } from '../events.ts';
import type { Logger } from '../logger.ts';
import { watchFiles } from '../media/watch-files.ts';
import type { Database } from '../repositories/database.ts';
import { createBackupRepository } from '../repositories/folder/backup.repository.ts';
import { backupsFolder } from '../repositories/folder/backups.ts';
import type { Removals } from '../repositories/folder/removals.ts';
import { createRetentionRepository } from '../repositories/retention.repository.ts';
import { createWatchedFileRepository } from '../repositories/watched-file.repository.ts';
import { createBackupService } from '../services/backup.service.ts';
import type { SettingsService } from '../services/settings.service.ts';
import type { FileService } from '../services/sources/file.service.ts';
import { createWatchFolderService } from '../services/sources/watch-folder.service.ts';
import { createStorageService } from '../services/storage.service.ts';
import { createRetentionService } from '../services/transcriptions/retention.service.ts';
import type { TranscriptionService } from '../services/transcriptions/transcription.service.ts';

/** Builds what looks after folders: the one that is watched, and our own, which is kept small. */
export function createFolderParts({
  dataDir,
  recordingsDir,
  filesDir,
  db,
  removals,
  isIdle,
  transcriptions,
  files,
  settings,
  events,
  clock,
  logger,
}: {
  dataDir: string;
  recordingsDir: string;
  filesDir: string;
  db: Database;
  removals: Removals;
  /** Whether nothing is being transcribed. */
  isIdle: () => Promise<boolean>;
  transcriptions: TranscriptionService;
  files: FileService;
  settings: SettingsService;
  events: EventBus;
  clock: Clock;
  logger: Logger;
}) {
  const watchFolder = createWatchFolderService({
    // It never looks into the program's own folder.
    watch: (folder, listeners) => watchFiles(folder, { ...listeners, except: dataDir }),
    watched: createWatchedFileRepository(db),
    ...{ files, transcriptions, settings, events, clock, logger },
  });
  const retention = createRetentionService({
    retention: createRetentionRepository(db),
    ...{ removals, files, transcriptions, settings, events, clock, logger },
  });
  const backups = createBackupService({
    backups: createBackupRepository(db, dataDir),
    isIdle,
    clock,
    logger,
  });
  const modelsDir = join(dataDir, 'models');
  const backupsDir = backupsFolder(dataDir);
  return {
    watchFolder,
    storage: createStorageService({ dataDir, recordingsDir, filesDir, modelsDir, backupsDir }),
    backups,

    start(): void {
      void watchFolder.start();
      retention.start();
      backups.start();
    },

    async stop(): Promise<void> {
      await Promise.all([watchFolder.stop(), retention.stop(), backups.stop()]);
    },
  };
}
