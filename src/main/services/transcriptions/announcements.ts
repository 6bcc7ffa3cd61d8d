import type { EventBus } from '../../core/events.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import type { TranscriptSoFar } from '../../repositories/transcripts/transcript-so-far.ts';
import { toPartial } from './result-view.ts';
import { toSummary } from './transcription-view.ts';

/** Announces a job's state to everyone who may see it. */
export const announcer =
  (events: EventBus) =>
  (job: Job): void =>
    events.emit({ type: 'transcription', transcription: toSummary(job) }, job);

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
