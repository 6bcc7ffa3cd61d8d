import { Verdict } from '../../shared/models/devices.ts';
import type { Database } from './database.ts';
import type { Row } from './tables.ts';

type CardProof = Row<'cardProofs'> & { verdict: Verdict };

/** The test results of graphics cards, by driver and model file. */
export function createCardProofRepository(db: Database) {
  return {
    async all(): Promise<CardProof[]> {
      const rows = await db.selectFrom('cardProofs').selectAll().execute();
      return rows.map((row) => ({ ...row, verdict: Verdict.parse(row.verdict) }));
    },

    async save(proof: CardProof): Promise<void> {
      await db
        .insertInto('cardProofs')
        .values(proof)
        .onConflict((conflict) => conflict.columns(['device', 'driver', 'file']).doUpdateSet(proof))
        .execute();
    },

    async forget(device: string): Promise<void> {
      await db.deleteFrom('cardProofs').where('device', '=', device).execute();
    },
  };
}
