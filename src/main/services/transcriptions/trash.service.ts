import { isTerminal } from '../../../shared/transcription/job-state.ts';
import type { TranscriptionSummary } from '../../../shared/transcription/transcription.ts';
import { AppError, nullIf } from '../../core/errors.ts';
import type { Core } from '../../core.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import { createTranscriptionRepository } from '../../repositories/jobs/transcription.repository.ts';
import { jobFor } from '../hide-secrets.ts';
import { type Principal, viewOf } from '../principal.ts';
import { announcer, projectTeller } from './announcements.ts';
import type { TranscriptionService } from './transcription.service.ts';
import { toSummary } from './transcription-view.ts';

const NO_SUCH = 'There is no transcription with this id.';

export type TrashService = ReturnType<typeof createTrashService>;

/** Recordings that a user has deleted and may want back; after 30 days retention deletes them permanently. */
export function createTrashService(
  { db, events, clock }: Pick<Core, 'db' | 'events' | 'clock'>,
  {
    transcriptions,
  }: {
    transcriptions: Pick<TranscriptionService, 'summary' | 'cancel' | 'remove' | 'announceOthers'>;
  },
) {
  const stored = createTranscriptionRepository(db);
  const announce = announcer(events);
  const tellProject = projectTeller(events);

  const told = (job: Job | null, principal: Principal): TranscriptionSummary => {
    if (!job) throw new AppError('not_found', { message: NO_SUCH });
    announce(job);
    tellProject(job);
    void transcriptions.announceOthers(job).catch(() => {});
    return toSummary(jobFor(principal, job));
  };

  return {
    /** An unfinished one is canceled first. Repeated calls keep the original time. */
    async put(id: string, principal: Principal): Promise<TranscriptionSummary> {
      const now = await transcriptions.summary(id, principal);
      if (now.trashed_at !== null) return now;
      // It may have ended meanwhile.
      const cancel = () => transcriptions.cancel(id, principal).catch(nullIf('wrong_state'));
      if (!isTerminal(now.status)) await cancel();
      return told(await stored.trash(id, clock.now(), viewOf(principal)), principal);
    },

    async restore(id: string, principal: Principal): Promise<TranscriptionSummary> {
      const now = await transcriptions.summary(id, principal);
      if (now.trashed_at === null) return now;
      return told(await stored.trash(id, null, viewOf(principal)), principal);
    },

    /** Permanently deletes what the caller sees of it. */
    async empty(principal: Principal): Promise<void> {
      for (const id of await stored.trashed(viewOf(principal))) {
        // Another caller may have deleted it in the meantime.
        await transcriptions.remove(id, principal).catch(nullIf('not_found'));
      }
    },
  };
}
