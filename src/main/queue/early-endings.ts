import { rm } from 'node:fs/promises';
import type { Stage, TranscriptionError } from '../../shared/transcription/transcription.ts';
import type { Core } from '../core.ts';
import { isShortage, toAppError } from '../errors.ts';
import { failpoint } from '../failpoint.ts';
import { leftBy, type OwnEntry } from '../repositories/folder/data-folder.ts';
import { createJobRepository, StaleClaimError } from '../repositories/jobs/job.repository.ts';
import type { Job } from '../repositories/jobs/job.ts';
import type { JobEndings } from '../repositories/jobs/job-endings.ts';
import type { JobContext } from './progress.ts';

const STORE_AGAIN_MS = 10_000;
/** How long a job waits for which the system had no file descriptor or process left; with each that waits already, longer. */
const TRY_AGAIN_MS = 2_000;

/** Why the program, and not the user, stops a job: it goes back into the queue. */
export class ShutdownError extends Error {
  constructor() {
    super('Steno is stopping.');
    this.name = 'ShutdownError';
  }
}

/** The fetched recording is gone, as when somebody emptied the work folder: it is fetched once more. */
export class NotFetchedError extends Error {
  constructor() {
    super('The fetched recording is gone.');
    this.name = 'NotFetchedError';
  }
}

/** What becomes of jobs whose run was broken off: they wait again, or fail. */
export function createEarlyEndings(
  { patient, removals, clock, logger }: Pick<Core, 'patient' | 'removals' | 'clock' | 'logger'>,
  {
    endings,
    announce,
    stopping,
  }: { endings: JobEndings; announce: (job: Job) => void; stopping: AbortSignal },
) {
  const jobs = createJobRepository(patient);
  let putOffJobs = 0;

  /** What cannot be removed now is noted, and removed at the next start. */
  const tidyUp = (entries: readonly OwnEntry[]): Promise<void> =>
    removals.carryOut(entries).catch((error: unknown) => {
      logger.warn({ err: error }, 'not everything could be removed');
    });

  /** How a job ended is stored in the end, however long the disk stays full. */
  const persist = async (store: () => Promise<Job>): Promise<Job> => {
    for (;;) {
      try {
        return await store();
      } catch (error) {
        if (error instanceof StaleClaimError || stopping.aborted) throw error;
        logger.error({ err: error }, 'the end of a transcription could not be stored');
        await clock.sleep(STORE_AGAIN_MS, stopping);
      }
    }
  };

  /**
   * Queues a job again, after a while, in which it may be canceled and the program may stop. It keeps its place until
   * then, so that no other comes instead, and each waits longer than the last: together they would only collide again.
   */
  const putOff = async ({ claim, signal }: JobContext): Promise<void> => {
    const either = AbortSignal.any([signal, stopping]);
    putOffJobs += 1;
    await clock.sleep(putOffJobs * TRY_AGAIN_MS, either).catch(() => {});
    putOffJobs -= 1;
    const waiting = await jobs.release(claim);
    if (waiting) announce(waiting);
  };

  const endEarly = async (context: JobContext, thrown: unknown, stage: Stage): Promise<void> => {
    const reason = context.signal.aborted ? context.signal.reason : thrown;
    await context.progress.flush();
    if (reason instanceof StaleClaimError) return;
    if (reason instanceof ShutdownError || reason instanceof NotFetchedError) {
      await jobs.release(context.claim, { again: reason instanceof NotFetchedError });
      return;
    }
    const error = toAppError(reason);
    const about = { id: context.job.id, stage, code: error.code, err: error.cause ?? error };
    if (isShortage(error)) {
      logger.warn(about, 'waits until the system has room for it');
      await putOff(context);
      return;
    }
    logger.warn(about, 'failed');
    const failure: TranscriptionError = {
      code: error.code,
      message: error.message,
      stage,
      retryable: error.retryable,
    };
    // First: on a full disk nothing can be stored before.
    await rm(context.folder, { recursive: true, force: true });
    announce(await persist(() => endings.fail(context.claim, failure, clock.now())));
    failpoint('failure.stored');
    await tidyUp(leftBy(context.job.id));
  };

  return { tidyUp, endEarly };
}
