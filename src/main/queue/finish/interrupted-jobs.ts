import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Stage } from '../../../shared/transcription/transcription.ts';
import { failpoint } from '../../core/failpoint.ts';
import { isShortage, toAppError } from '../../core/system-errors.ts';
import type { Core } from '../../core.ts';
import type { OwnEntry } from '../../repositories/folder/data-folder.ts';
import { createJobRepository, StaleClaimError } from '../../repositories/jobs/job.repository.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import type { JobEndings } from '../../repositories/jobs/job-endings.ts';
import { createTranscriptionRepository } from '../../repositories/jobs/transcription.repository.ts';
import { EVERYTHING } from '../../repositories/row-visibility.ts';
import type { JobContext } from '../job-context.ts';
import { playbackFolder } from '../prepare/playback-stage.ts';
import { createEndedEarlyRecording } from './ended-early-recording.ts';

const STORE_AGAIN_MS = 10_000;
/** How long a job waits when the system has no file descriptor or process left; longer for each job already waiting. */
const TRY_AGAIN_MS = 2_000;

/** The service, not the user, stops a job: it returns to the queue. */
export class ShutdownError extends Error {
  constructor() {
    super('Steno is stopping.');
    this.name = 'ShutdownError';
  }
}

/** The fetched recording is missing, for example because the work folder was emptied: it is fetched again. */
export class NotFetchedError extends Error {
  constructor() {
    super('The fetched recording is gone.');
    this.name = 'NotFetchedError';
  }
}

export type EarlyEndings = ReturnType<typeof createEarlyEndings>;

/** Decides what happens to jobs whose run was interrupted: they are queued again, or they fail. */
export function createEarlyEndings(
  {
    patient,
    removals,
    clock,
    logger,
    tasks,
    config,
    dataFolder,
    ...core
  }: Pick<
    Core,
    | ('patient' | 'tasks' | 'removals' | 'clock' | 'logger' | 'config' | 'dataFolder')
    | ('folders' | 'storage')
  >,
  {
    endings,
    announce,
    stopping,
  }: { endings: JobEndings; announce: (job: Job) => void; stopping: AbortSignal },
) {
  const jobs = createJobRepository(patient, tasks);
  const transcriptions = createTranscriptionRepository(patient);
  const isShared = config.database !== null;
  const endedEarly = createEndedEarlyRecording({ patient, config, logger, ...core });
  let putOffJobs = 0;

  /** Files that cannot be removed now are recorded and removed at the next start. */
  const tidyUp = (id: string, entries: readonly OwnEntry[]): Promise<void> =>
    removals.carryOut(entries).catch((error: unknown) => {
      logger.warn({ transcriptionId: id, err: error }, 'not everything could be removed');
    });

  /** Stores how a job ended, or that it waits again; waits as long as the disk is full. */
  const persist = async <Stored>(id: string, store: () => Promise<Stored>): Promise<Stored> => {
    for (;;) {
      try {
        return await store();
      } catch (error) {
        if (error instanceof StaleClaimError || stopping.aborted) throw error;
        const about = { transcriptionId: id, err: error };
        logger.error(about, 'the end of a transcription could not be stored');
        await clock.sleep(STORE_AGAIN_MS, stopping);
      }
    }
  };

  /**
   * Queues a job again when the data folder is there, and after a delay, during which it can be canceled and the service can stop. The job keeps its slot
   * meanwhile, so that no other takes it, and each waits longer than the previous one so that they do not collide
   * again.
   */
  const putOff = async ({ claim, signal }: JobContext): Promise<void> => {
    const either = AbortSignal.any([signal, stopping]);
    await dataFolder.untilThere(either);
    putOffJobs += 1;
    await clock.sleep(putOffJobs * TRY_AGAIN_MS, either).catch(() => {});
    putOffJobs -= 1;
    const waiting = await persist(claim.id, () => jobs.release(claim));
    if (!waiting) throw new StaleClaimError(claim);
    announce(waiting);
  };

  /** What is left of a job canceled or deleted at another service, which cannot know when its work ends here. */
  const leave = async ({ job, claim, folder }: JobContext): Promise<void> => {
    if (!isShared) return;
    await jobs.forgive(claim);
    // With recordings in a bucket the folder belongs to this service alone, and no other continues in it.
    if (config.storage !== null) await rm(folder, { recursive: true, force: true });
    await removals.carryOutOf(job.id);
  };

  /** @throws StaleClaimError when the job is not this service's any more */
  const endHeld = async (context: JobContext, thrown: unknown, stage: Stage): Promise<void> => {
    const reason = context.signal.aborted ? context.signal.reason : thrown;
    await context.progress.flush();
    if (reason instanceof StaleClaimError) throw reason;
    if (!(reason instanceof ShutdownError) && (await context.wasDisturbed())) {
      logger.warn({ transcriptionId: context.job.id, err: reason }, 'waits for the data folder');
      return putOff(context);
    }
    const { id } = context.job;
    if (reason instanceof ShutdownError || reason instanceof NotFetchedError) {
      const again = reason instanceof NotFetchedError;
      await persist(id, () => jobs.release(context.claim, { again }));
      return;
    }
    const error = toAppError(reason);
    const { code, message, retryable } = error;
    const about = { transcriptionId: id, stage, code, err: error.cause ?? error };
    if (isShortage(error)) {
      logger.warn(about, 'waits until the system has room for it');
      await putOff(context);
      return;
    }
    logger.warn(about, 'failed');
    // What another service has taken over belongs to that service.
    if (isShared) await jobs.assertHeld(context.claim);
    const { folder } = context;
    const playback = basename(playbackFolder(context));
    // Done first: on a full disk nothing can be stored before.
    if (code === 'disk_full') await rm(folder, { recursive: true, force: true });
    else await endedEarly.makeRoom(folder, playback);
    const failure = { code, message, stage, retryable };
    const ended = await persist(id, () => endings.fail(context.claim, failure, clock.now()));
    failpoint('failure.stored');
    const { left } = await endedEarly.keep(ended, folder, playback);
    await tidyUp(id, left);
    // It may have been changed or deleted since.
    const now = await transcriptions.find(id, EVERYTHING);
    if (now) announce(now);
  };

  const endEarly = async (context: JobContext, thrown: unknown, stage: Stage): Promise<void> => {
    try {
      await endHeld(context, thrown, stage);
    } catch (error) {
      if (!(error instanceof StaleClaimError)) throw error;
      await leave(context);
    }
  };

  return { tidyUp, endEarly };
}
