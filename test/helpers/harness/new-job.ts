import { JobOptions } from '../../../src/main/repositories/jobs/job.ts';
import type { NewJob } from '../../../src/main/repositories/jobs/transcription.repository.ts';

/** The window's job of an upload, which waits for nothing but its turn; what a test is about is given. */
export function newJob({ id, ...given }: Pick<NewJob, 'id'> & Partial<NewJob>): NewJob {
  return {
    id,
    recordingId: null,
    sourceType: 'upload',
    sourceUrl: `steno://files/of-${id}`,
    sourceHost: null,
    sourceTitle: null,
    givenTitle: null,
    tags: [],
    favorite: false,
    projectId: null,
    sourceUploader: null,
    sourceThumbnailUrl: null,
    sourceChapters: [],
    sourceTracks: [],
    options: JobOptions.parse({}),
    keyId: null,
    test: false,
    metered: false,
    voiceMemory: 'live',
    subtitleToken: id,
    createdAt: 0,
    ...given,
  };
}
