import { sql } from 'kysely';
import { AppError } from '../../errors.ts';
import type { Database } from '../database.ts';

/** How often a completed transcription has changed. @throws not_found when it was deleted meanwhile */
export async function readRevision(db: Database, id: string): Promise<number> {
  const row = await db
    .selectFrom('transcriptions')
    .select(sql<number>`revision`.as('revision'))
    .where('id', '=', id)
    .where('status', '=', 'completed')
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row.revision;
}
