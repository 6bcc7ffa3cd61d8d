import { tracksToTranscribe } from '../../../shared/transcription/tracks.ts';
import type { Core } from '../../core.ts';
import { createJobRepository } from '../../repositories/jobs/job.repository.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import { type MediaKey, recordingKey } from '../../storage/media-storage.ts';

/** A recording as another version of its transcription has stored it. */
type StoredRecording = {
  type: string;
  /** What is played. */
  media: MediaKey;
  waveform: MediaKey;
  /** The file as it was fetched, kept where what is played lacks some of its audio tracks. */
  source: MediaKey;
};

/** The recordings stored by the other versions, newest first; `sameSound` leaves those that use other audio tracks. */
export type FindStored = (job: Job, options?: { sameSound: boolean }) => Promise<StoredRecording[]>;

export function createFindStored({ patient, tasks }: Pick<Core, 'patient' | 'tasks'>): FindStored {
  const jobs = createJobRepository(patient, tasks);
  return async (job, { sameSound } = { sameSound: false }) => {
    const others = await jobs.othersWithMedia(job);
    return others
      .filter((other) => !sameSound || tracksOf(other) === tracksOf(job))
      .map(({ id, mediaType }) => ({
        type: mediaType ?? '',
        media: recordingKey(id, 'media'),
        waveform: recordingKey(id, 'waveform'),
        source: recordingKey(id, 'source'),
      }));
  };
}

/** The numbers of the audio tracks that are played and transcribed. */
function tracksOf({ sourceTracks, options }: Job): string {
  return tracksToTranscribe(sourceTracks, options.track).join();
}
