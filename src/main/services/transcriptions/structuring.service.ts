import { nullIf } from '../../core/errors.ts';
import type { Core } from '../../core.ts';
import { createStructuringRepository } from '../../repositories/transcripts/structuring.repository.ts';
import type { Principal } from '../principal.ts';
import { completedFinder } from './find-completed.ts';

const EDITS_END_MS = 60_000;

export type StructuringService = ReturnType<typeof createStructuringService>;

/** Structures texts again on request. */
export function createStructuringService(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  {
    nudge,
    wantsImproving,
  }: {
    /** Signals that there is work. */
    nudge: () => void;
    /** Whether a language model is configured. */
    wantsImproving: () => Promise<boolean>;
  },
) {
  const structurings = createStructuringRepository(db);
  const findCompleted = completedFinder(db);
  return {
    /** Called after an edit; delayed, because edits come in bursts. */
    async improveLater(id: string): Promise<void> {
      if (!(await wantsImproving())) return;
      await structurings.request(id, clock.now() + EDITS_END_MS).catch(nullIf('not_found'));
    },

    /** Also for a transcription created without structure. @throws not_found, wrong_state */
    async again(id: string, principal: Principal): Promise<void> {
      await findCompleted(id, principal);
      await structurings.request(id, clock.now());
      nudge();
    },
  };
}
