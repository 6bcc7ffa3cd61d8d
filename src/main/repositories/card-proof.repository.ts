import { Verdict } from '../../shared/models/devices.ts';
import type { Database } from './database.ts';

/** The result of testing a card with one driver and one model file; times in ms. */
type CardProof = {
  device: string;
  driver: string;
  model: string;
  file: string;
  verdict: Verdict;
  cardMs: number | null;
  processorMs: number | null;
  strikes: number;
};

/** The test results of graphics cards, by driver and model file. */
export function createCardProofRepository(db: Database) {
  return {
    async all(): Promise<CardProof[]> {
      const rows = await db.selectFrom('card_proofs').selectAll().execute();
      return rows.map(({ card_ms: cardMs, processor_ms: processorMs, verdict, ...row }) => ({
        ...row,
        cardMs,
        processorMs,
        verdict: Verdict.parse(verdict),
      }));
    },

    async save({ cardMs, processorMs, ...proof }: CardProof): Promise<void> {
      const row = { ...proof, card_ms: cardMs, processor_ms: processorMs };
      await db
        .insertInto('card_proofs')
        .values(row)
        .onConflict((conflict) => conflict.columns(['device', 'driver', 'file']).doUpdateSet(row))
        .execute();
    },

    async forget(device: string): Promise<void> {
      await db.deleteFrom('card_proofs').where('device', '=', device).execute();
    },
  };
}
