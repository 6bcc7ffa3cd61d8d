import { sql } from 'kysely';
import type { Database } from './database.ts';

/** A file the user handed over; its bytes lie in the data folder under its id. */
export type StoredFile = {
  id: string;
  filename: string;
  bytes: number;
  sha256: string;
  keyId: string | null;
  createdAt: number;
};

export type FileRepository = ReturnType<typeof createFileRepository>;

/** Uploaded files. */
export function createFileRepository(db: Database) {
  return {
    async insert(file: StoredFile): Promise<void> {
      await db
        .insertInto('files')
        .values({
          id: file.id,
          filename: file.filename,
          bytes: file.bytes,
          sha256: file.sha256,
          key_id: file.keyId,
          created_at: file.createdAt,
        })
        .execute();
    },

    async find(id: string): Promise<StoredFile | null> {
      const row = await db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst();
      if (!row) return null;
      return {
        id: row.id,
        filename: row.filename,
        bytes: row.bytes,
        sha256: row.sha256,
        keyId: row.key_id,
        createdAt: row.created_at,
      };
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('files').where('id', '=', id).execute();
    },

    /** Forgets uploads from before a moment of which nothing was made; gives their ids. */
    async removeUnused(before: number): Promise<string[]> {
      const rows = await db
        .deleteFrom('files')
        .where('created_at', '<', before)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('transcriptions')
                .select('transcriptions.id')
                .where(sql`source_url`, '=', sql`'steno://files/' || files.id`),
            ),
          ),
        )
        .returning('id')
        .execute();
      return rows.map((row) => row.id);
    },

    async ids(): Promise<Set<string>> {
      const rows = await db.selectFrom('files').select('id').execute();
      return new Set(rows.map((row) => row.id));
    },
  };
}
