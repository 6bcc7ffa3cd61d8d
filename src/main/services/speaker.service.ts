import type { RenameSpeaker } from '../../shared/transcription/speakers.ts';
import { AppError } from '../core/errors.ts';
import type { Core } from '../core.ts';
import type { StructureText } from '../queue/after/structuring-queue.ts';
import type { LabelAgain } from '../queue/finish/labeling-stage.ts';
import { createEditRepository } from '../repositories/transcripts/edit.repository.ts';
import { type Principal, voiceMemoryOf } from './principal.ts';
import { completedFinder } from './transcriptions/find-completed.ts';

export type SpeakerService = ReturnType<typeof createSpeakerService>;

/** Users' changes to the speakers of a finished transcription. */
export function createSpeakerService(
  { db, closing, clock }: Pick<Core, 'db' | 'closing' | 'clock'>,
  {
    remembers,
    labelAgain,
    structure,
    improveLater,
    announce,
  }: {
    /** Whether voices are remembered when a request does not say. */
    remembers: () => Promise<boolean>;
    labelAgain: LabelAgain;
    structure: StructureText;
    /** Queues the structured text for improvement by the language model, if one is configured. */
    improveLater: (id: string) => Promise<void>;
    /** Announces a transcription's state to the window and the keys that see it. */
    announce: (id: string) => Promise<void>;
  },
) {
  const edits = createEditRepository(db);
  const completed = completedFinder(db);

  return {
    /**
     * The name appears in everything made from the transcription, and the voice is remembered under that name only, or
     * not at all. Adds a step to the history. @throws not_found, wrong_state
     */
    async rename(
      id: string,
      number: number,
      { name, remember }: RenameSpeaker,
      principal: Principal,
    ): Promise<void> {
      const job = await completed(id, principal);
      const memory = voiceMemoryOf(principal, job);
      const learns = remember ?? (await remembers());
      await edits.rename(id, { number, name, memory, learns, at: clock.now() });
      if (job.options.structure) await improveLater(id);
      return announce(id);
    },

    /**
     * Detects the speakers again, with the expected number; names stay with the speakers who say most of the same
     * words.
     */
    async label(id: string, expected: number | null, principal: Principal): Promise<void> {
      const job = await completed(id, principal);
      const done = await labelAgain(id, expected, {
        signal: closing,
        structure: async (segments) =>
          job.options.structure ? structure(segments, job.durationMs ?? 0, closing) : null,
      });
      if (!done) {
        throw new AppError('wrong_state', {
          message: 'No voices were kept of this recording; transcribe it again to label it.',
        });
      }
      if (job.options.structure) await improveLater(id);
      return announce(id);
    },
  };
}
