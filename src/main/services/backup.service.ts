import type { Backup, BackupList } from '../../shared/storage.ts';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { BackupRepository } from '../repositories/folder/backup.repository.ts';
import type { Backup as StoredBackup } from '../repositories/folder/backups.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export type BackupService = ReturnType<typeof createBackupService>;

/** Copies of the database: one a day while nothing else is done, and one whenever a person asks. */
export function createBackupService({
  backups,
  isIdle,
  clock,
  logger,
}: {
  backups: BackupRepository;
  /** Whether nothing is being transcribed. */
  isIdle: () => Promise<boolean>;
  clock: Clock;
  logger: Logger;
}) {
  const stopping = new AbortController();
  let last: Promise<unknown> = Promise.resolve();

  /** One backup after the other. */
  const inTurn = <Made>(work: () => Promise<Made>): Promise<Made> => {
    const made = last.then(work);
    last = made.catch(() => {});
    return made;
  };

  const backUpDaily = async (): Promise<void> => {
    const before = await backups.lastAutomatic();
    // A clock that was set back must not keep it waiting.
    const isRecent = before !== null && Math.abs(clock.now() - before) < DAY_MS;
    if (isRecent || !(await isIdle()) || stopping.signal.aborted) return;
    await backups.makeAutomatic(clock.now());
    logger.info('the database was backed up');
  };

  const keepBackingUp = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await clock.sleep(HOUR_MS, stopping.signal).catch(() => {});
      if (stopping.signal.aborted) return;
      await inTurn(backUpDaily).catch((error: unknown) => {
        logger.error({ err: error }, 'the database could not be backed up');
      });
    }
  };

  return {
    /** The newest first. */
    list: (): BackupList => ({ data: backups.list().map(toBackup) }),

    create: async (): Promise<Backup> => toBackup(await inTurn(() => backups.make(clock.now()))),

    /** All of them, with what was deleted from the library since. */
    removeAll: (): Promise<void> => inTurn(backups.removeAll),

    start(): void {
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
