import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Clock, every } from '../../core/clock.ts';
import { isAway } from '../../core/errors.ts';
import { failpoint } from '../../core/failpoint.ts';
import type { Logger } from '../../core/logger.ts';
import type { Database } from '../database.ts';
import { isOwnName, isUnfinishedName, type OwnEntry } from './data-folder.ts';

/** How often a removal is tried again while the storage is unreachable. */
const AGAIN_MS = 30_000;
/** Each removal takes several requests to a bucket. */
const AT_ONCE = 20;

export type Removals = ReturnType<typeof createRemovals>;

/**
 * Marks entries on disk as superfluous, in the transaction that makes them so. Nothing else is ever removed: folders
 * are never scanned for entries that might be ours.
 */
export async function noteRemovals(
  trx: Database,
  entries: readonly (OwnEntry & { serviceId?: string | null })[],
): Promise<void> {
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

/** Of no service that is there. In a database file that is everything. */
const IS_LEFT = sql<boolean>`(service_id IS NULL OR service_id NOT IN (SELECT id FROM services))`;

/** Removes marked entries. After a crash the mark remains, and the next start removes the rest. */
export function createRemovals({
  db,
  dataDir,
  removeMedia,
  isWorkShared = false,
  requireFolder,
  service = null,
  afterwards,
  clock,
  logger,
}: {
  db: Database;
  dataDir: string;
  clock: Clock;
  logger: Logger;
  /** Removes an upload, a recording or what is shared of one from where it is stored. */
  removeMedia: (entry: OwnEntry) => Promise<void>;
  /** Whether services with a folder each share what they work on. */
  isWorkShared?: boolean;
  /** @throws data_folder_away */
  requireFolder: () => Promise<void>;
  /** This one of the services that share the database. */
  service?: string | null;
  /** Called so that deleted rows also disappear from the write-ahead log. */
  afterwards: () => Promise<void> | void;
}) {
  /** What could not be removed because the storage was unreachable, or the data folder away. */
  const left = new Map<string, OwnEntry>();

  const remove = async ({ folder, name }: OwnEntry): Promise<void> => {
    const isUnfinished = isUnfinishedName(name);
    if (!isOwnName(name) && !isUnfinished) return;
    failpoint('removal.begun');
    await requireFolder();
    if (isUnfinished) await rm(join(dataDir, folder, name), { force: true });
    else if (folder === 'work') {
      const path = join(dataDir, folder, name);
      await rm(path, { recursive: true, force: true });
      await rm(`${path}.part`, { recursive: true, force: true });
      if (isWorkShared) await removeMedia({ folder, name });
    } else await removeMedia({ folder, name });
    failpoint('removal.done');
    await forgetRemoval(db, { folder, name });
  };

  /** What the storage cannot remove now stays marked, and is removed when it can be reached again. */
  const removeOrLeave = async (entry: OwnEntry): Promise<void> => {
    try {
      await remove(entry);
    } catch (error) {
      if (!isAway(error)) throw error;
      left.set(`${entry.folder}/${entry.name}`, entry);
      logger.warn({ name: entry.name, err: error }, 'removed when the storage is back');
    }
  };

  const carryOut = async (entries: readonly OwnEntry[]): Promise<void> => {
    if (entries.length === 0) return;
    for (let at = 0; at < entries.length; at += AT_ONCE) {
      await Promise.all(entries.slice(at, at + AT_ONCE).map(removeOrLeave));
    }
    await afterwards();
  };

  return {
    carryOut,
    /** Removes the entries that a dead process marked, but not what a running service is writing. */
    async carryOutAll(): Promise<void> {
      await carryOut(await db.selectFrom('removals').selectAll().where(IS_LEFT).execute());
    },
    /** Removes the marked entries of this name, if there are any. */
    async carryOutOf(name: string): Promise<void> {
      const marked = db.selectFrom('removals').selectAll().where('name', '=', name);
      await carryOut(await marked.where(IS_LEFT).execute());
    },
    /** Tries again what could not be removed, until `closing` aborts. */
    async keepTrying(closing: AbortSignal): Promise<void> {
      for await (const _turn of every(clock, AGAIN_MS, closing)) {
        const again = [...left.values()];
        left.clear();
        await carryOut(again).catch((error: unknown) => {
          for (const entry of again) left.set(`${entry.folder}/${entry.name}`, entry);
          logger.warn({ err: error }, 'not everything could be removed');
        });
      }
    },
    /** Marks an entry that is about to be written and may never be finished. */
    note: (entry: OwnEntry): Promise<void> => noteRemovals(db, [{ ...entry, serviceId: service }]),
  };
}
