import type { Backup, BackupList } from '../../shared/storage.ts';
import { every } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import type { Core } from '../core.ts';
import { createBackupRepository } from '../repositories/folder/backup.repository.ts';
import type { Backup as StoredBackup } from '../repositories/folder/backups.ts';
import { createTranscriptionRepository } from '../repositories/jobs/transcription.repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export type BackupService = ReturnType<typeof createBackupService>;

/** Backups of the database: one a day while the service is idle, and one whenever a user asks. */
export function createBackupService(
  core: Pick<Core, 'db' | 'config' | 'dataFolder' | 'clock' | 'logger'>,
) {
  const { db, config, dataFolder, clock, logger } = core;
  const { countByStatus } = createTranscriptionRepository(db);
  const backups = createBackupRepository(db, config.dataDir);
  const stopping = new AbortController();
  let last: Promise<unknown> = Promise.resolve();

  /** Runs backups one after another. */
  const inTurn = <Made>(work: () => Promise<Made>): Promise<Made> => {
    const made = last.then(() => dataFolder.during(work));
    last = made.catch(() => {});
    return made;
  };

  const isElsewhere = config.database !== null;

  const backUpDaily = async (): Promise<void> => {
    const before = await backups.lastAutomatic();
    // A clock that was set back must not delay it.
    const isRecent = before !== null && Math.abs(clock.now() - before) < DAY_MS;
    const isIdle = (await countByStatus('processing')) === 0;
    if (isRecent || !isIdle || stopping.signal.aborted) return;
    await backups.makeAutomatic(clock.now());
    logger.info('the database was backed up');
  };

  const keepBackingUp = async (): Promise<void> => {
    for await (const _hour of every(clock, HOUR_MS, stopping.signal)) {
      await inTurn(backUpDaily).catch((error: unknown) => {
        logger.error({ err: error }, 'the database could not be backed up');
      });
    }
  };

  return {
    /** Newest first. */
    list: (): BackupList => ({ data: backups.list().map(toBackup) }),

    /** @throws wrong_state when the rows are not in the data folder */
    create: async (): Promise<Backup> => {
      if (isElsewhere) {
        throw new AppError('wrong_state', {
          message:
            'The database is in PostgreSQL. Back it up with pg_dump, and the data folder with it.',
        });
      }
      return toBackup(await inTurn(() => backups.make(clock.now())));
    },

    /** Removes all backups, including what was since deleted from the library. */
    removeAll: (): Promise<void> => inTurn(backups.removeAll),

    start(): void {
      if (isElsewhere) return;
      backups.removeUnfinished();
      void keepBackingUp();
    },

    async stop(): Promise<void> {
      stopping.abort();
      await last;
    },
  };
}

function toBackup({ name, bytes, createdAt }: StoredBackup): Backup {
  return { name, bytes, created_at: new Date(createdAt).toISOString() };
}
