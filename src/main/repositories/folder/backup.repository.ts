import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Database } from '../database.ts';
import { type Backup, listBackups, removeBackup, removeUnfinished } from './backups.ts';

/** Beside this file as source; beside the bundle under its own name. */
const WORKER = new URL(`./backup-worker${extname(import.meta.url)}`, import.meta.url);
/** How many of the backups that nobody asked for are kept. */
const AUTOMATIC_KEPT = 7;

/** Copies of the database: those a person asks for stay, those made by themselves make room for newer ones. */
export function createBackupRepository(db: Database, dataDir: string) {
  const find = (name: string): Backup => {
    const made = listBackups(dataDir).find((backup) => backup.name === name);
    if (!made) throw new Error(`The backup ${name} is gone.`);
    return made;
  };

  return {
    list: (): Backup[] => listBackups(dataDir),

    make: async (at: number): Promise<Backup> => find(await backUpInThread(dataDir, at)),

    /** When the last one was made without being asked for; null when none was. */
    async lastAutomatic(): Promise<number | null> {
      const row = await db
        .selectFrom('backups')
        .select(({ fn }) => fn.max('created_at').as('last'))
        .executeTakeFirst();
      return row?.last ?? null;
    },

    /** One more without being asked for; what is older than the newest seven goes. */
    async makeAutomatic(at: number): Promise<void> {
      const name = await backUpInThread(dataDir, at);
      await db.insertInto('backups').values({ name, created_at: at }).execute();
      const rows = await db
        .selectFrom('backups')
        .select('name')
        .orderBy('created_at', 'desc')
        .offset(AUTOMATIC_KEPT)
        .limit(1_000)
        .execute();
      for (const old of rows) {
        removeBackup(dataDir, old.name);
        await db.deleteFrom('backups').where('name', '=', old.name).execute();
      }
    },

    /** What was cut short with an earlier run of the service. */
    removeUnfinished: (): void => removeUnfinished(dataDir),

    /** All of them, so that what was deleted from the database is in none. */
    async removeAll(): Promise<void> {
      removeUnfinished(dataDir);
      for (const { name } of listBackups(dataDir)) removeBackup(dataDir, name);
      await db.deleteFrom('backups').execute();
    },
  };
}

/** Backs the database up in a thread of its own. Resolves to the backup's name. @throws database_damaged */
async function backUpInThread(folder: string, at: number): Promise<string> {
  const worker = new Worker(WORKER, { workerData: { folder, at } });
  try {
    const [name] = await once(worker, 'message');
    return z.string().parse(name);
  } finally {
    await worker.terminate();
  }
}
