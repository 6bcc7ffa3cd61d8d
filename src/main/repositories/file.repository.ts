import { sql } from 'kysely';
import { failpoint } from '../core/failpoint.ts';
import type { Database } from './database.ts';
import type { MediaEntry, OwnEntry } from './folder/data-folder.ts';
import { forgetRemoval, noteRemovals } from './folder/removals.ts';
import { type Owner, seenIn, type View } from './row-visibility.ts';
import type { Row } from './tables.ts';

export type StoredFile = Owner & Omit<Row<'files'>, keyof Owner>;

const ADDRESS = 'steno://files/';

/** The source URL that refers to an upload. */
export const uploadUrl = (id: string): string => ADDRESS + id;

/** The id of the upload a URL refers to; null for any other URL. */
export function uploadIn(url: string): string | null {
  return url.startsWith(ADDRESS) ? url.slice(ADDRESS.length) : null;
}

/** Where an upload's bytes are stored. */
export const uploadEntry = (id: string): MediaEntry => ({ folder: 'files', name: id });

/**
 * What is left of an upload that never arrives whole. Once it is whole nothing of it is removed by this: a database that
 * is older than the upload does not know what became of it.
 */
export const unfinishedUpload = (id: string): MediaEntry => ({
  folder: 'files',
  name: `${id}.part`,
});

export function createFileRepository(db: Database) {
  return {
    /** Stores an upload whose bytes have arrived, so that they are kept. */
    insert: (file: StoredFile): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await trx
          .insertInto('files')
          .values({ ...file, test: file.test ? 1 : 0 })
          .execute();
        failpoint('upload.storing');
        await forgetRemoval(trx, uploadEntry(file.id));
        await forgetRemoval(trx, unfinishedUpload(file.id));
      }),

    async find(id: string, view: View): Promise<StoredFile | null> {
      const row = await db
        .selectFrom('files')
        .selectAll()
        .where('id', '=', id)
        .where(seenIn(view, 'files'))
        .executeTakeFirst();
      return row ? toFile(row) : null;
    },

    /** Those of them that exist. */
    async findAll(ids: readonly string[]): Promise<StoredFile[]> {
      const rows = await db.selectFrom('files').selectAll().where('id', 'in', ids).execute();
      return rows.map(toFile);
    },

    /** Deletes an upload, whatever was made from it. Returns the entries to remove from disk. */
    remove: (url: string): Promise<OwnEntry[]> =>
      db.transaction().execute((trx) => removeUpload(trx, url)),

    /** Deletes an upload that nothing refers to any more. Returns the entries to remove from disk. */
    removeUnusedAt: (url: string): Promise<OwnEntry[]> =>
      db.transaction().execute((trx) => removeUnusedUpload(trx, url)),

    /** Deletes uploads older than `before` that were never used. Returns the entries to remove from disk. */
    removeUnused: (before: number): Promise<OwnEntry[]> =>
      db.transaction().execute(async (trx) => {
        const rows = await trx
          .deleteFrom('files')
          .where('createdAt', '<', before)
          .where(sql<boolean>`NOT EXISTS (SELECT 1 FROM transcriptions
            WHERE source_url = ${ADDRESS} || files.id OR transcript_url = ${ADDRESS} || files.id)`)
          .returning('id')
          .execute();
        const entries = rows.map(({ id }) => uploadEntry(id));
        await noteRemovals(trx, entries);
        return entries;
      }),
  };
}

/** The same within a transaction, such as the one that removes an upload's last transcription. */
export async function removeUnusedUpload(trx: Database, url: string): Promise<OwnEntry[]> {
  const used = await trx
    .selectFrom('transcriptions')
    .select('id')
    .where(({ eb, or }) => or([eb('sourceUrl', '=', url), eb('transcriptUrl', '=', url)]))
    .executeTakeFirst();
  return used ? [] : removeUpload(trx, url);
}

async function removeUpload(trx: Database, url: string): Promise<OwnEntry[]> {
  const id = uploadIn(url);
  if (id === null) return [];
  const removed = await trx.deleteFrom('files').where('id', '=', id).executeTakeFirst();
  const entries = removed.numDeletedRows > 0n ? [uploadEntry(id)] : [];
  await noteRemovals(trx, entries);
  return entries;
}

const toFile = (row: Row<'files'>): StoredFile => ({ ...row, test: row.test === 1 });
