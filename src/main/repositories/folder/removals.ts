import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { failpoint } from '../../failpoint.ts';
import type { Database } from '../database.ts';
import { isOwnName, type MediaEntry, type OwnEntry } from './data-folder.ts';

export type Removals = ReturnType<typeof createRemovals>;

/**
 * Marks entries on disk as superfluous, in the transaction that makes them so. Nothing else is ever removed: folders
 * are never scanned for entries that might be ours.
 */
export async function noteRemovals(trx: Database, entries: readonly OwnEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await trx
    .insertInto('removals')
    .values([...entries])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Unmarks an entry that is needed after all. */
export async function forgetRemoval(trx: Database, { folder, name }: OwnEntry): Promise<void> {
  await trx.deleteFrom('removals').where('folder', '=', folder).where('name', '=', name).execute();
}

/** Removes marked entries. After a crash the mark remains, and the next start removes the rest. */
export function createRemovals({
  db,
  dataDir,
  removeMedia,
  afterwards,
}: {
  db: Database;
  dataDir: string;
  /** Removes an upload or a recording from where they are stored. */
  removeMedia: (entry: MediaEntry) => Promise<void>;
  /** Called so that deleted rows also disappear from the write-ahead log. */
  afterwards: () => void;
}) {
  const remove = async ({ folder, name }: OwnEntry): Promise<void> => {
    if (!isOwnName(name)) return;
    failpoint('removal.begun');
    if (folder === 'work') {
      const path = join(dataDir, folder, name);
      await rm(path, { recursive: true, force: true });
      await rm(`${path}.part`, { recursive: true, force: true });
    } else await removeMedia({ folder, name });
    failpoint('removal.done');
    await forgetRemoval(db, { folder, name });
  };

  const carryOut = async (entries: readonly OwnEntry[]): Promise<void> => {
    if (entries.length === 0) return;
    await Promise.all(entries.map(remove));
    afterwards();
  };

  return {
    /** Removes entries that were marked before. */
    carryOut,
    /** At start-up: removes the entries that an earlier process marked but could not remove. */
    async carryOutAll(): Promise<void> {
      await carryOut(await db.selectFrom('removals').selectAll().execute());
    },
    /** Marks an entry that is about to be written and may never be finished. */
    note: (entry: OwnEntry): Promise<void> => noteRemovals(db, [entry]),
  };
}
