import { sql } from 'kysely';
import { z } from 'zod';
import { Stage } from '../../../shared/transcription/transcription.ts';
import type { Database } from '../database.ts';

/** What is measured: the stages, and apart from transcribing the detection of speech and language before it. */
const MeasuredStage = z.enum([...Stage.options, 'detecting']);
export type MeasuredStage = z.infer<typeof MeasuredStage>;

/** Real-time factors: milliseconds of wall time per millisecond of recording; stages never measured are missing. */
export type RealTimeFactors = ReadonlyMap<MeasuredStage, number>;

/** How long a stage took; `model` is set for stages whose speed depends on it, and on what it is computed. */
export type Measured = {
  stage: MeasuredStage;
  model: string | null;
  /** The id of a graphics card; null for the processor. */
  device?: string | null;
  mediaMs: number;
  wallMs: number;
};

/** The weight of earlier measurements when a new one is added. */
const MEMORY = 0.7;

/** This machine's speed, measured on earlier jobs. */
export function createRealTimeFactorRepository(db: Database) {
  return {
    async record({ stage, model, device, mediaMs, wallMs }: Measured): Promise<void> {
      if (mediaMs <= 0) return;
      await db
        .insertInto('realTimeFactors')
        .values({ stage, model: model ?? '', device: device ?? '', mediaMs, wallMs })
        .onConflict((conflict) =>
          conflict.columns(['stage', 'model', 'device']).doUpdateSet({
            mediaMs: sql<number>`real_time_factors.media_ms * ${MEMORY} + excluded.media_ms`,
            wallMs: sql<number>`real_time_factors.wall_ms * ${MEMORY} + excluded.wall_ms`,
          }),
        )
        .execute();
    },

    /** The stages without a model and those measured with this one, on the card or the processor. */
    async of(model: string | null, device: string | null = null): Promise<RealTimeFactors> {
      const rows = await db
        .selectFrom('realTimeFactors')
        .selectAll()
        .where((it) =>
          it.or([
            it('model', '=', ''),
            it.and([it('model', '=', model ?? ''), it('device', '=', device ?? '')]),
          ]),
        )
        .execute();
      return new Map(rows.map((row) => [MeasuredStage.parse(row.stage), row.wallMs / row.mediaMs]));
    },

    /** How fast each model transcribes on each device, in ms of recording a ms; `device` is null for the processor. */
    async speeds(): Promise<{ model: string; device: string | null; speed: number }[]> {
      const rows = await db
        .selectFrom('realTimeFactors')
        .selectAll()
        .where('stage', '=', 'transcribing')
        .orderBy('model')
        .execute();
      return rows
        .filter(({ wallMs }) => wallMs > 0)
        .map(({ model, device, mediaMs, wallMs }) => ({
          model,
          device: device === '' ? null : device,
          speed: mediaMs / wallMs,
        }));
    },
  };
}
