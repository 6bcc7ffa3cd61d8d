import { copyFile, link, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { heardTracks } from '../../shared/transcription/tracks.ts';
import type { Core } from '../core.ts';
import { isNodeError } from '../errors.ts';
import { createJobRepository } from '../repositories/jobs/job.repository.ts';
import type { Job } from '../repositories/jobs/job.ts';

/** A recording as another version of its transcription has stored it. */
export type KeptRecording = {
  type: string;
  /** What is played. */
  media: string;
  waveform: string;
  /** The file as it was fetched, kept where what is played lacks some of its audio tracks. */
  source: string;
};

/** The recordings stored by the other versions, newest first; `sameSound` leaves those that hear other audio tracks. */
export type FindKept = (job: Job, options?: { sameSound: boolean }) => Promise<KeptRecording[]>;

export function createFindKept({ patient, folders }: Pick<Core, 'patient' | 'folders'>): FindKept {
  const jobs = createJobRepository(patient);
  return async (job, { sameSound } = { sameSound: false }) => {
    const others = await jobs.othersWithMedia(job);
    return others
      .filter((other) => !sameSound || heardIn(other) === heardIn(job))
      .map(({ id, mediaType }) => {
        const folder = folders.recordingOf(id);
        const [media, waveform] = [join(folder, 'media'), join(folder, 'waveform')];
        return { type: mediaType ?? '', media, waveform, source: join(folder, 'source') };
      });
  };
}

/** The numbers of the audio tracks that are played and heard. */
function heardIn({ sourceTracks, options }: Job): string {
  return heardTracks(sourceTracks, options.track).join();
}

/** Hard-links a file; copies it where the file system has no hard links. */
export async function linkFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await link(from, to).catch((error: unknown) => {
    if (isNodeError(error) && (error.code === 'ENOENT' || error.code === 'EEXIST')) throw error;
    return copyFile(from, to);
  });
}
