import type { Core } from '../../core.ts';
import type { Database } from '../../repositories/database.ts';
import { type ClaimLoop, createClaimLoop } from '../tasks/claim-loop.ts';

/** Works on one item after the other, on the one of several services that does the housekeeping. */
export function createHousekeepingWorker<Work>(
  { db, housekeeping, closing, clock }: Pick<Core, 'db' | 'housekeeping' | 'closing' | 'clock'>,
  {
    claim,
    ...work
  }: {
    claim: (trx: Database) => Promise<Work | null>;
    run: (work: Work) => Promise<void>;
    onError: (error: unknown, work: Work | null) => void;
  },
): ClaimLoop {
  const worker = createClaimLoop({
    ...work,
    claim: async () => (closing.aborted ? null : housekeeping.claim(db, claim)),
    concurrency: () => 1,
    clock,
  });
  housekeeping.onChange(worker.nudge);
  return worker;
}
