import { sql } from 'kysely';
import { AppError } from '../../core/errors.ts';
import type { Database } from '../database.ts';
import { inRevision, isOvertaken } from './revision.ts';

/** A structured text being recomputed. `attempts` includes this attempt and distinguishes it from later requests. */
export type Structuring = { id: string; attempts: number };

/** A job that repeatedly ends the process must not be retried forever. */
const MAX_ATTEMPTS = 6;

/** The queue of structured texts to recompute, which survives restarts. */
export function createStructuringRepository(db: Database) {
  return {
    /** May be called while an attempt is in progress; its result is then discarded. @throws not_found */
    request: (id: string, at: number): Promise<void> =>
      inRevision(db, id, null, (trx) => requestStructuring(trx, id, at)),

    /** Claims the one that has waited longest. The caller runs one at a time. */
    async claim(now: number): Promise<Structuring | null> {
      await db.deleteFrom('structurings').where('attempts', '>=', MAX_ATTEMPTS).execute();
      const next = await db
        .selectFrom('structurings')
        .select('transcriptionId')
        .where('dueAt', '<=', now)
        .orderBy('dueAt')
        .limit(1)
        .executeTakeFirst();
      if (!next) return null;
      const row = await db
        .updateTable('structurings')
        .set({ attempts: sql<number>`attempts + 1` })
        .where('transcriptionId', '=', next.transcriptionId)
        .returningAll()
        .executeTakeFirst();
      return row ? { id: row.transcriptionId, attempts: row.attempts } : null;
    },

    /**
     * Stores the result for one revision of the text. Returns false if the transcription was deleted or requested
     * again; if the text has changed meanwhile, it is queued again.
     */
    async finish(
      { id, attempts }: Structuring,
      { body, revision }: { body: string; revision: number },
    ): Promise<boolean> {
      try {
        return await inRevision(db, id, revision, async (trx) => {
          await trx
            .deleteFrom('structurings')
            .where(({ and }) => and({ transcriptionId: id, attempts }))
            .returning('transcriptionId')
            // It was requested again.
            .executeTakeFirstOrThrow(() => new AppError('edited_elsewhere'));
          await storeStructured(trx, id, body);
          return true;
        });
      } catch (error) {
        if (!isOvertaken(error)) throw error;
        await db
          .updateTable('structurings')
          .set({ attempts: 0 })
          .where('transcriptionId', '=', id)
          .execute();
        return false;
      }
    },

    async postpone({ id, attempts }: Structuring, dueAt: number): Promise<void> {
      await db
        .updateTable('structurings')
        .set({ dueAt })
        .where(({ and }) => and({ transcriptionId: id, attempts }))
        .execute();
    },

    /** Returns it to the queue as if the attempt had not started. */
    async release({ id, attempts }: Structuring): Promise<void> {
      await db
        .updateTable('structurings')
        .set({ attempts: attempts - 1 })
        .where(({ and }) => and({ transcriptionId: id, attempts }))
        .execute();
    },

    async drop({ id, attempts }: Structuring): Promise<void> {
      await db
        .deleteFrom('structurings')
        .where(({ and }) => and({ transcriptionId: id, attempts }))
        .execute();
    },
  };
}

/** Requests that the text be improved, again if that was tried before. Runs in a transaction that holds its owner. */
export async function requestStructuring(db: Database, id: string, at: number): Promise<void> {
  const fresh = { attempts: 0, dueAt: at };
  await db
    .insertInto('structurings')
    .values({ transcriptionId: id, ...fresh })
    .onConflict((conflict) => conflict.column('transcriptionId').doUpdateSet(fresh))
    .execute();
}

/** Whether a structured text is waiting to be recomputed. */
export async function isStructuring(db: Database, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('structurings')
    .select('attempts')
    .where('transcriptionId', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes the structured text, given as JSON, if there is one. */
export async function updateStructured(db: Database, id: string, body: string): Promise<void> {
  await db.updateTable('structured').set({ body }).where('transcriptionId', '=', id).execute();
}

/** Replaces the structured text, given as JSON. */
export async function storeStructured(db: Database, id: string, body: string): Promise<void> {
  await db
    .insertInto('structured')
    .values({ transcriptionId: id, body })
    .onConflict((conflict) => conflict.column('transcriptionId').doUpdateSet({ body }))
    .execute();
}
