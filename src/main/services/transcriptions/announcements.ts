import type { EventBus } from '../../core/events.ts';
import type { Core } from '../../core.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import { createTranscriptionRepository } from '../../repositories/jobs/transcription.repository.ts';
import { EVERYTHING } from '../../repositories/row-visibility.ts';
import type { TranscriptSoFar } from '../../repositories/transcripts/transcript-so-far.ts';
import { toPartial } from './result-view.ts';
import { toSummary } from './transcription-view.ts';

/** Announces a job's state to everyone who may see it. */
export const announcer =
  (events: EventBus) =>
  (job: Job): void =>
    events.emit({ type: 'transcription', transcription: toSummary(job) }, job);

/**
 * Announces how one stands now, if it is still there: since it was read for something that took a while, somebody may
 * have changed or deleted it, and what is announced last is what all believe.
 */
export const announcerOfNow = ({ db, events }: Pick<Core, 'db' | 'events'>) => {
  const transcriptions = createTranscriptionRepository(db);
  const announce = announcer(events);
  return async (id: string): Promise<void> => {
    const job = await transcriptions.find(id, EVERYTHING);
    if (job) announce(job);
  };
};

/** Tells of a project that holds one recording more or less. */
export const projectTeller =
  (events: EventBus) =>
  ({ projectId }: Pick<Job, 'projectId'>): void => {
    if (projectId !== null) events.emit({ type: 'projects', changed: 'recordings' });
  };

/** Announces the text so far, without words; callers that need those request the transcription. */
export const segmentAnnouncer =
  ({ events, baseUrl }: { events: EventBus; baseUrl: () => string }) =>
  (job: Job, { from, ...transcript }: TranscriptSoFar): void => {
    const { text: _, ...news } = toPartial(job, { from, ...transcript }, baseUrl());
    events.emit({ type: 'transcription.segments', id: job.id, from, ...news }, job);
  };
