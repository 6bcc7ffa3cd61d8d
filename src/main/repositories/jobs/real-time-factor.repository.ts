import { sql } from 'kysely';
import { z } from 'zod';
import { Stage } from '../../../shared/transcription/transcription.ts';
import type { Database } from '../database.ts';

/** What is measured: the stages, and apart from transcribing the detection of speech and language before it. */
const MeasuredStage = z.enum([...Stage.options, 'detecting']);
export type MeasuredStage = z.infer<typeof MeasuredStage>;

/** Real-time factors: milliseconds of wall time per millisecond of recording; stages never measured are missing. */
export type RealTimeFactors = ReadonlyMap<MeasuredStage, number>;

/** How long a stage took; `model` is set for stages whose speed depends on it. */
export type Measured = {
  stage: MeasuredStage;
  model: string | null;
  mediaMs: number;
  wallMs: number;
};

/** The weight of earlier measurements when a new one is added. */
const MEMORY = 0.7;

/** This machine's speed, measured on earlier jobs. */
export function createRealTimeFactorRepository(db: Database) {
  return {
    async learn({ stage, model, mediaMs, wallMs }: Measured): Promise<void> {
      if (mediaMs <= 0) return;
      await db
        .insertInto('real_time_factors')
        .values({ stage, model: model ?? '', media_ms: mediaMs, wall_ms: wallMs })
        .onConflict((conflict) =>
          conflict.columns(['stage', 'model']).doUpdateSet({
            media_ms: sql<number>`real_time_factors.media_ms * ${MEMORY} + excluded.media_ms`,
            wall_ms: sql<number>`real_time_factors.wall_ms * ${MEMORY} + excluded.wall_ms`,
          }),
        )
        .execute();
    },

    /** The stages without a model and those measured with this one. */
    async of(model: string | null): Promise<RealTimeFactors> {
      const rows = await db
        .selectFrom('real_time_factors')
        .selectAll()
        .where('model', 'in', ['', model ?? ''])
        .execute();
      return new Map(
        rows.map((row) => [MeasuredStage.parse(row.stage), row.wall_ms / row.media_ms]),
      );
    },
  };
}
