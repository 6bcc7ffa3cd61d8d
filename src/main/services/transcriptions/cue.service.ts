import {
  type CueEdit,
  type CueEditList,
  type EditCues,
  overlaps,
} from '../../../shared/subtitles/cue-edits.ts';
import type { Core } from '../../core.ts';
import { AppError } from '../../errors.ts';
import { createTranscriptionRepository } from '../../repositories/jobs/transcription.repository.ts';
import { createCueRepository } from '../../repositories/transcripts/cue.repository.ts';
import { type Principal, viewOf } from '../principal.ts';

export type CueService = ReturnType<typeof createCueService>;

/** As many edits as ten hours have cues, if each were edited separately. */
const MOST_EDITS = 20_000;

/** Subtitle cues edited by hand, for finished transcripts. */
export function createCueService({ db }: Pick<Core, 'db'>) {
  const cues = createCueRepository(db);
  const transcriptions = createTranscriptionRepository(db);
  const assertCompleted = async (id: string, principal: Principal): Promise<void> => {
    const job = await transcriptions.find(id, viewOf(principal));
    if (!job) throw new AppError('not_found');
    if (job.status !== 'completed') throw new AppError('wrong_state');
  };

  return {
    /** @throws not_found, wrong_state */
    async list(id: string, principal: Principal): Promise<CueEditList> {
      await assertCompleted(id, principal);
      return { data: await cues.list(id) };
    },

    /** @throws not_found, wrong_state, invalid_request */
    async edit(id: string, request: EditCues, principal: Principal): Promise<CueEditList> {
      await assertCompleted(id, principal);
      const { from, to, cues: written } = request;
      const span = { startMs: Math.round(from * 1000), endMs: Math.round(to * 1000) };
      const check = (edits: readonly CueEdit[]) => {
        const parted = edits.find(
          (edit) => overlaps(edit, request) && (edit.from < from || edit.to > to),
        );
        if (parted) {
          const message = `Subtitles from ${parted.from} to ${parted.to} s were changed together; name all of their words.`;
          throw new AppError('invalid_request', { param: 'from', message });
        }
        if (edits.length >= MOST_EDITS) {
          const message = 'Too many subtitles of this recording were changed by hand.';
          throw new AppError('invalid_request', { param: 'cues', message });
        }
      };
      return { data: await cues.replace(id, span, written, check) };
    },

    /** @throws not_found, wrong_state */
    async removeAll(id: string, principal: Principal): Promise<void> {
      await assertCompleted(id, principal);
      await cues.removeAll(id);
    },
  };
}
