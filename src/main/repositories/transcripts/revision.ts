/** Changes of a finished transcript come one after the other: what was checked is still so when it is written. */
import { sql } from 'kysely';
import { AppError } from '../../core/errors.ts';
import type { Database } from '../database.ts';
import { dialectOf } from '../sql-dialect.ts';

/** How often a completed transcription has changed. @throws not_found if it was deleted meanwhile */
export async function readRevision(db: Database, id: string): Promise<number> {
  return (await select(db, id).executeTakeFirstOrThrow(notFound)).revision;
}

/** @throws edited_elsewhere, not_found */
export async function assertRevision(db: Database, id: string, revision: number): Promise<void> {
  if ((await readRevision(db, id)) !== revision) throw new AppError('edited_elsewhere');
}

/**
 * Runs a change in a transaction in which no other changes the finished transcription. A revision must be the newest,
 * and is used up: whoever else names it comes too late, even where the text stays the same. With null any will do.
 * @throws edited_elsewhere, not_found
 */
export function inRevision<Made>(
  db: Database,
  id: string,
  revision: number | null,
  change: (trx: Database) => Promise<Made>,
): Promise<Made> {
  return db.transaction().execute(async (trx) => {
    const row = await dialectOf(trx).locked(select(trx, id)).executeTakeFirstOrThrow(notFound);
    if (revision !== null) {
      if (row.revision !== revision) throw new AppError('edited_elsewhere');
      await trx
        .updateTable('transcriptions')
        .set({ revision: revision + 1 })
        .where('id', '=', id)
        .execute();
    }
    return change(trx);
  });
}

/** Whether a change came too late: another one was made meanwhile, or it was deleted. */
export function isOvertaken(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  return error.code === 'edited_elsewhere' || error.code === 'not_found';
}

const notFound = () => new AppError('not_found');

function select(db: Database, id: string) {
  return db
    .selectFrom('transcriptions')
    .select(sql<number>`revision`.as('revision'))
    .where(({ and }) => and({ id, status: 'completed' }));
}
