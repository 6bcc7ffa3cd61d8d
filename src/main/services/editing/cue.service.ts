import { ALL_WORDS, type CueEditList, type EditCues } from '../../../shared/subtitles/cue-edits.ts';
import { AppError } from '../../core/errors.ts';
import type { Core } from '../../core.ts';
import { readCueEdits } from '../../repositories/transcripts/cue.repository.ts';
import type { Principal } from '../principal.ts';
import { completedFinder } from '../transcriptions/find-completed.ts';
import type { EditService } from './edit.service.ts';

export type CueService = ReturnType<typeof createCueService>;

/** So often another change may be faster. */
const ATTEMPTS = 20;

/** Subtitle cues edited by hand, for finished transcripts: steps of the history, whatever revision they come to. */
export function createCueService({ db }: Pick<Core, 'db'>, { apply }: Pick<EditService, 'apply'>) {
  const findCompleted = completedFinder(db);
  const change = async (id: string, edit: EditCues, principal: Principal): Promise<void> => {
    for (let left = ATTEMPTS; ; left--) {
      const { revision } = await findCompleted(id, principal);
      try {
        await apply(id, { revision, edits: [{ op: 'cues', ...edit }] }, principal);
        return;
      } catch (error) {
        if (left === 0 || !(error instanceof AppError && error.code === 'edited_elsewhere'))
          throw error;
      }
    }
  };

  return {
    /** @throws not_found, wrong_state */
    async list(id: string, principal: Principal): Promise<CueEditList> {
      await findCompleted(id, principal);
      return { data: await readCueEdits(db, id) };
    },

    /** @throws not_found, wrong_state, invalid_request */
    async edit(id: string, request: EditCues, principal: Principal): Promise<CueEditList> {
      await change(id, request, principal);
      return { data: await readCueEdits(db, id) };
    },

    /** @throws not_found, wrong_state */
    async removeAll(id: string, principal: Principal): Promise<void> {
      await findCompleted(id, principal);
      if ((await readCueEdits(db, id)).length === 0) return;
      await change(id, { ...ALL_WORDS, cues: null }, principal);
    },
  };
}
