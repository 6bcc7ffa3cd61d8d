import { copyFile, link, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Core } from '../core.ts';
import { isNodeError } from '../errors.ts';
import { createJobRepository } from '../repositories/jobs/job.repository.ts';
import type { Job } from '../repositories/jobs/job.ts';

/** The recording of a job, as stored by another version of the transcription. */
export type KeptRecording = { type: string; media: string; waveform: string };

export type FindKept = (job: Job) => Promise<KeptRecording | null>;

/** Finds the recording stored by another version of the same recording; null if there is none. */
export function createFindKept({ patient, folders }: Pick<Core, 'patient' | 'folders'>): FindKept {
  const jobs = createJobRepository(patient);
  return async (job) => {
    const kept = await jobs.otherWithMedia(job);
    if (kept === null) return null;
    const folder = folders.recordingOf(kept.id);
    return {
      type: kept.mediaType,
      media: join(folder, 'media'),
      waveform: join(folder, 'waveform'),
    };
  };
}

/** Hard-links a file; copies it where the file system has no hard links. */
export async function linkFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await link(from, to).catch((error: unknown) => {
    if (isNodeError(error) && (error.code === 'ENOENT' || error.code === 'EEXIST')) throw error;
    return copyFile(from, to);
  });
}
