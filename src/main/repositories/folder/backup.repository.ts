import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { endIfSyncFailed } from '../../core/durable-files.ts';
import type { Database } from '../database.ts';
import { type Backup, listBackups, removeBackup, removeUnfinished } from './backups.ts';

/** Beside this file when run from source; beside the bundle under its own name. */
const WORKER = new URL(`./backup-worker${extname(import.meta.url)}`, import.meta.url);
/** How many automatic backups are kept. */
const AUTOMATIC_KEPT = 7;

/** Copies of the database: those a user asked for stay, automatic ones are replaced by newer ones. */
export function createBackupRepository(db: Database, dataDir: string) {
  const find = (name: string): Backup => {
    const made = listBackups(dataDir).find((backup) => backup.name === name);
    if (!made) throw new Error(`The backup ${name} is gone.`);
    return made;
  };

  return {
    list: (): Backup[] => listBackups(dataDir),

    make: async (at: number): Promise<Backup> => find(await backUpInThread(dataDir, at)),

    async lastAutomatic(): Promise<number | null> {
      const row = await db
        .selectFrom('backups')
        .select(({ fn }) => fn.max('createdAt').as('last'))
        .executeTakeFirst();
      return row?.last ?? null;
    },

    /** Makes an automatic backup and deletes all but the newest seven. */
    async makeAutomatic(at: number): Promise<void> {
      const name = await backUpInThread(dataDir, at);
      await db.insertInto('backups').values({ name, createdAt: at }).execute();
      const rows = await db
        .selectFrom('backups')
        .select('name')
        .orderBy('createdAt', 'desc')
        .offset(AUTOMATIC_KEPT)
        .limit(1_000)
        .execute();
      for (const old of rows) {
        removeBackup(dataDir, old.name);
        await db.deleteFrom('backups').where('name', '=', old.name).execute();
      }
    },

    /** Removes what an interrupted earlier run left. */
    removeUnfinished: (): void => removeUnfinished(dataDir),

    /** Removes all backups, so that none contains what was deleted from the database. */
    async removeAll(): Promise<void> {
      removeUnfinished(dataDir);
      for (const { name } of listBackups(dataDir)) removeBackup(dataDir, name);
      await db.deleteFrom('backups').execute();
    },
  };
}

/** Backs the database up in a worker thread. Resolves to the backup's name. @throws database_damaged */
async function backUpInThread(folder: string, at: number): Promise<string> {
  await using worker = new Worker(WORKER, { workerData: { folder, at } });
  try {
    const [name] = await once(worker, 'message');
    return z.string().parse(name);
  } catch (error) {
    endIfSyncFailed(error);
    throw error;
  }
}
