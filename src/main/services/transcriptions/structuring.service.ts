import type { TranscriptionSummary } from '../../../shared/transcription/transcription.ts';
import type { Core } from '../../core.ts';
import { AppError } from '../../errors.ts';
import { createStructuringRepository } from '../../repositories/transcripts/structuring.repository.ts';
import type { Principal } from '../principal.ts';

const EDITS_END_MS = 60_000;

export type StructuringService = ReturnType<typeof createStructuringService>;

/** Structured texts made anew, when somebody asks for it. */
export function createStructuringService(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  {
    summary,
    nudge,
    wantsImproving,
  }: {
    /** The transcription without its result. @throws not_found */
    summary: (id: string, principal: Principal) => Promise<TranscriptionSummary>;
    /** There is work. */
    nudge: () => void;
    /** Whether a language model is set. */
    wantsImproving: () => Promise<boolean>;
  },
) {
  const structurings = createStructuringRepository(db);
  return {
    /** After an edit, in a while, because edits come in bursts. */
    async improveLater(id: string): Promise<void> {
      if (await wantsImproving()) await structurings.request(id, clock.now() + EDITS_END_MS);
    },

    /** Also for one created without structure. @throws not_found, wrong_state */
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
