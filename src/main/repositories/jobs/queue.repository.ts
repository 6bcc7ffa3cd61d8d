import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Owner } from '../row-visibility.ts';
import { createSettingsRepository } from '../settings.repository.ts';
import { dialectOf } from '../sql-dialect.ts';
import type { Row } from '../tables.ts';

// Worded as the indexes of 0003-queue.ts are; with parameters they would not be used.
export const IS_WAITING = sql<boolean>`status = 'queued'`;
/** A link whose recording has not been fetched. */
export const TO_FETCH = sql<boolean>`source_host IS NOT NULL AND media_name IS NULL`;
/** An upload, or a fetched recording. */
export const TO_WORK_ON = sql<boolean>`(source_host IS NULL OR media_name IS NOT NULL)`;

/** Stored with the settings, although users do not see it there. */
const PAUSED = 'queue_paused';

/** A waiting recording: what tells how long it is. */
export type Waiting = Pick<Row<'transcriptions'>, 'id' | 'sourceUrl' | 'durationMs'> & {
  /** Whether it is an upload, or fetched. */
  isHere: boolean;
};

/**
 * The place of a new job. Owners take turns: it comes after the last waiting one of its owner, and otherwise next, so
 * that a key with a thousand recordings does not keep the others waiting. This is start-time fair queueing (Goyal, Vin
 * and Cheng 1996) with recordings of equal weight.
 */
export function placeFor(keyId: string | null): RawBuilder<number> {
  const own = keyId === null ? sql`key_id IS NULL` : sql`key_id = ${keyId}`;
  return sql<number>`(SELECT MAX(place) + 1 FROM (
    SELECT COALESCE(MAX(queue_place), 0) AS place FROM transcriptions WHERE ${IS_WAITING} AND ${own}
    UNION ALL SELECT COALESCE(
      (SELECT MAX(queue_place) FROM transcriptions WHERE status = 'processing' AND ${TO_WORK_ON}),
      (SELECT MIN(queue_place) - 1 FROM transcriptions WHERE ${IS_WAITING}), 0)) AS places)`;
}

/** What waits to be transcribed: its order, and whether new jobs start. */
export function createQueueRepository(db: Database) {
  const settings = createSettingsRepository(db);
  const inOrder = (trx: Database) =>
    trx.selectFrom('transcriptions').where(IS_WAITING).orderBy('queuePlace').orderBy('seq');

  return {
    isPaused: async (): Promise<boolean> => (await settings.all())[PAUSED] === true,
    pause: (paused: boolean): Promise<void> => settings.save({ [PAUSED]: paused }),

    /** All that wait and their owners, the next one first. */
    async waiting(): Promise<(Owner & { id: string })[]> {
      const rows = await inOrder(db).select(['id', 'keyId', 'test']).execute();
      return rows.map((row) => ({ ...row, test: row.test === 1 }));
    },

    async next(count: number): Promise<Waiting[]> {
      const rows = await inOrder(db)
        .select(['id', 'sourceUrl', 'sourceHost', 'mediaName', 'durationMs'])
        .limit(count)
        .execute();
      return rows.map(({ sourceHost, mediaName, ...row }) => ({
        ...row,
        isHere: sourceHost === null || mediaName !== null,
      }));
    },

    async running(): Promise<string[]> {
      const rows = await db
        .selectFrom('transcriptions')
        .select('id')
        .where('status', '=', 'processing')
        .execute();
      return rows.map(({ id }) => id);
    },

    /**
     * Moves a waiting job to another place, counted from 0; the others keep their order. `false` if it does not wait.
     * All are numbered again, since owners who take turns have the same places.
     */
    move: (id: string, to: number): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const waiting = await dialectOf(trx).locked(inOrder(trx).select('id')).execute();
        const from = waiting.findIndex((row) => row.id === id);
        if (from < 0) return false;
        const last = Math.min(to, waiting.length - 1);
        await sql`UPDATE transcriptions SET queue_place = first + CASE
            WHEN place = ${from} THEN ${last}
            WHEN place > ${from} AND place <= ${last} THEN place - 1
            WHEN place < ${from} AND place >= ${last} THEN place + 1
            ELSE place END
          FROM (SELECT id AS moved, MIN(queue_place) OVER () AS first,
              ROW_NUMBER() OVER (ORDER BY queue_place, seq) - 1 AS place
            FROM transcriptions WHERE ${IS_WAITING}) AS numbered
          WHERE id = moved`.execute(trx);
        return true;
      }),
  };
}
