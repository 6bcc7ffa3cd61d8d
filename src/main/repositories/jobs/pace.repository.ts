import { sql } from 'kysely';
import { Stage } from '../../../shared/transcription/transcription.ts';
import type { Database } from '../database.ts';

/** Milliseconds on the wall for a millisecond of the recording; stages that were never measured are missing. */
export type Paces = ReadonlyMap<Stage, number>;

/** What a stage took; `model` where its choice decides. */
export type Measured = { stage: Stage; model: string | null; mediaMs: number; wallMs: number };

/** What is left of the earlier measurements with each new one. */
const MEMORY = 0.7;

/** How fast this machine is, learnt from what it has done. */
export function createPaceRepository(db: Database) {
  return {
    async learn({ stage, model, mediaMs, wallMs }: Measured): Promise<void> {
      if (mediaMs <= 0) return;
      await db
        .insertInto('paces')
        .values({ stage, model: model ?? '', media_ms: mediaMs, wall_ms: wallMs })
        .onConflict((conflict) =>
          conflict.columns(['stage', 'model']).doUpdateSet({
            media_ms: sql<number>`paces.media_ms * ${MEMORY} + excluded.media_ms`,
            wall_ms: sql<number>`paces.wall_ms * ${MEMORY} + excluded.wall_ms`,
          }),
        )
        .execute();
    },

    /** Of the stages without a model and of those that ran with this one. */
    async of(model: string | null): Promise<Paces> {
      const rows = await db
        .selectFrom('paces')
        .selectAll()
        .where('model', 'in', ['', model ?? ''])
        .execute();
      return new Map(rows.map((row) => [Stage.parse(row.stage), row.wall_ms / row.media_ms]));
    },
  };
}
