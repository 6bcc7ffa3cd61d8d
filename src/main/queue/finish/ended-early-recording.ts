import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isNodeError } from '../../core/errors.ts';
import { ownFile } from '../../core/file-paths.ts';
import type { Core } from '../../core.ts';
import { leftBy, type OwnEntry, workOf } from '../../repositories/folder/data-folder.ts';
import { keepRecording } from '../../repositories/jobs/failed-jobs.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import type { EndedEarly } from '../../repositories/jobs/job-endings.ts';
import { keepRequestNote } from '../../repositories/jobs/request-note.ts';
import { PLAYBACK } from '../prepare/playback-stage.ts';

/**
 * Keeps what can be played of a job that ended early with text, so that it can be listened to and gone on with. Only in
 * the data folder, where that is a renaming: an upload stays anyway, and a link can be fetched again.
 */
export function createEndedEarlyRecording(
  core: Pick<Core, 'patient' | 'folders' | 'storage' | 'config' | 'logger'>,
) {
  const { patient, folders, storage, config, logger } = core;
  const keep = async ({ job, playable }: EndedEarly, folder: string, name: string) => {
    if (playable === null || job.textUntilMs === null || storage.address !== null) return false;
    const playback = join(folder, name);
    await keepRequestNote(folder, playback);
    await storage.keep(job.id, playback, new AbortController().signal);
    return keepRecording(patient, job.id, playable);
  };

  /** The job as it is now, and what of it is to be removed. Nothing that goes wrong here fails anything else. */
  const keepOrLeave = async (
    ended: EndedEarly,
    folder: string,
    playback: string,
  ): Promise<{ job: Job; left: OwnEntry[] }> => {
    const { job, playable } = ended;
    const kept = await keep(ended, folder, playback).catch((error: unknown) => {
      logger.warn({ transcriptionId: job.id, err: error }, 'its recording could not be kept');
      return false;
    });
    if (!kept) return { job, left: leftBy(job.id) };
    return { job: { ...job, mediaType: playable }, left: [workOf(job.id)] };
  };

  return {
    /** Removes all but what is played from a work folder, at once, since on a full disk nothing else can be done. */
    async makeRoom(folder: string, playback: string): Promise<void> {
      const names = await readdir(folder).catch(noneIfMissing);
      for (const name of names.filter((one) => one !== playback)) {
        await rm(join(folder, name), { recursive: true, force: true });
      }
    },

    keep: keepOrLeave,

    /** After a job was canceled and none of its work runs any more. Of several services, the one that ran it cleans up. */
    keepCanceled(ended: EndedEarly): Promise<{ job: Job; left: OwnEntry[] }> {
      const { id } = ended.job;
      if (config.database !== null) return Promise.resolve({ job: ended.job, left: leftBy(id) });
      return keepOrLeave(ended, ownFile(folders.work, id), PLAYBACK);
    },
  };
}

function noneIfMissing(error: unknown): string[] {
  if (isNodeError(error) && error.code === 'ENOENT') return [];
  throw error;
}
