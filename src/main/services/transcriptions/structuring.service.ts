import type { TranscriptionSummary } from '../../../shared/transcription/transcription.ts';
import { AppError } from '../../core/errors.ts';
import type { Core } from '../../core.ts';
import { createStructuringRepository } from '../../repositories/transcripts/structuring.repository.ts';
import type { Principal } from '../principal.ts';
import { unlessGone } from './trash.service.ts';

const EDITS_END_MS = 60_000;

export type StructuringService = ReturnType<typeof createStructuringService>;

/** Structures texts again on request. */
export function createStructuringService(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  {
    summary,
    nudge,
    wantsImproving,
  }: {
    /** The transcription without its result. @throws not_found */
    summary: (id: string, principal: Principal) => Promise<TranscriptionSummary>;
    /** Signals that there is work. */
    nudge: () => void;
    /** Whether a language model is configured. */
    wantsImproving: () => Promise<boolean>;
  },
) {
  const structurings = createStructuringRepository(db);
  return {
    /** Called after an edit; delayed, because edits come in bursts. */
    async improveLater(id: string): Promise<void> {
      if (!(await wantsImproving())) return;
      await structurings.request(id, clock.now() + EDITS_END_MS).catch(unlessGone);
    },

    /** Also for a transcription created without structure. @throws not_found, wrong_state */
    async again(id: string, principal: Principal): Promise<void> {
      const { status } = await summary(id, principal);
      if (status !== 'completed') {
        throw new AppError('wrong_state', { message: 'The transcription is not completed.' });
      }
      await structurings.request(id, clock.now());
      nudge();
    },
  };
}
