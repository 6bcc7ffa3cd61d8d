import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { createSettingsRepository } from '../settings.repository.ts';
import { wordingOf } from '../wording.ts';
import { type Job, toJob } from './job.ts';

/** Stored with the settings, although users do not see it there. */
const PAUSED = 'queue_paused';

/** What waits to be transcribed: its order, and whether new jobs start. */
export function createQueueRepository(db: Database) {
  const settings = createSettingsRepository(db);
  const waitingIds = async (trx: Database) => {
    const waiting = trx
      .selectFrom('transcriptions')
      .select(['id', 'queue_place'])
      .where('status', '=', 'queued')
      .orderBy('queue_place')
      .orderBy('seq');
    return wordingOf(trx).locked(waiting).execute();
  };

  return {
    isPaused: async (): Promise<boolean> => (await settings.all())[PAUSED] === true,
    pause: (paused: boolean): Promise<void> => settings.save({ [PAUSED]: paused }),

    /** The next one first. */
    async waiting(): Promise<Job[]> {
      const rows = await db
        .selectFrom('transcriptions')
        .selectAll()
        .where('status', '=', 'queued')
        .orderBy('queue_place')
        .orderBy('seq')
        .execute();
      return rows.map(toJob);
    },

    async running(): Promise<Job[]> {
      const rows = await db
        .selectFrom('transcriptions')
        .selectAll()
        .where('status', '=', 'processing')
        .execute();
      return rows.map(toJob);
    },

    /**
     * Moves a waiting job to another place, counted from 0; the others keep their order. `false` if it does not wait.
     * The existing positions are reassigned, so that jobs added later still come after all of them.
     */
    move: (id: string, to: number): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const before = await waitingIds(trx);
        const from = before.findIndex((row) => row.id === id);
        if (from < 0) return false;
        const ids = before.map((row) => row.id);
        ids.splice(from, 1);
        ids.splice(Math.min(to, ids.length), 0, id);
        for (const [index, moved] of ids.entries()) {
          const place = before[index];
          if (!place || place.id === moved) continue;
          await trx
            .updateTable('transcriptions')
            .set({ queue_place: place.queue_place })
            .where('id', '=', moved)
            .execute();
        }
        return true;
      }),

    /** How many wait. */
    async count(): Promise<number> {
      const row = await db
        .selectFrom('transcriptions')
        .select(sql<number>`COUNT(*)`.as('count'))
        .where('status', '=', 'queued')
        .executeTakeFirstOrThrow();
      return row.count;
    },
  };
}
