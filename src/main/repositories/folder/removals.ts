import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { failpoint } from '../../failpoint.ts';
import type { Database } from '../database.ts';
import { isOwnName, type OwnEntry } from './data-folder.ts';

export type Removals = ReturnType<typeof createRemovals>;

/**
 * Notes that something on the disk is superfluous, in the transaction that makes it so. Nothing else is ever removed:
 * no folder is looked through for what might be ours.
 */
export async function noteRemovals(trx: Database, entries: readonly OwnEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await trx
    .insertInto('removals')
    .values([...entries])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes notes back: it is wanted after all. */
export async function forgetRemoval(trx: Database, { folder, name }: OwnEntry): Promise<void> {
  await trx.deleteFrom('removals').where('folder', '=', folder).where('name', '=', name).execute();
}

/** Removes from the disk what was noted. A crash leaves the note, and the next start removes what is left. */
export function createRemovals({
  db,
  dataDir,
  afterwards,
}: {
  db: Database;
  dataDir: string;
  /** What was removed from the database is to vanish as well. */
  afterwards: () => void;
}) {
  const remove = async ({ folder, name }: OwnEntry): Promise<void> => {
    if (!isOwnName(name)) return;
    const path = join(dataDir, folder, name);
    failpoint('removal.begun');
    await rm(path, { recursive: true, force: true });
    await rm(`${path}.part`, { recursive: true, force: true });
    failpoint('removal.done');
    await forgetRemoval(db, { folder, name });
  };

  const carryOut = async (entries: readonly OwnEntry[]): Promise<void> => {
    if (entries.length === 0) return;
    await Promise.all(entries.map(remove));
    afterwards();
  };

  return {
    /** Removes these, which were noted before. */
    carryOut,
    /** At the start: what was noted by a program that died before it could. */
    async carryOutAll(): Promise<void> {
      await carryOut(await db.selectFrom('removals').selectAll().execute());
    },
    /** Notes something that is about to be written and may never be finished. */
    note: (entry: OwnEntry): Promise<void> => noteRemovals(db, [entry]),
  };
}
