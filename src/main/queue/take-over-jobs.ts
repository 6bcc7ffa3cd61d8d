import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { failpoint } from '../core/failpoint.ts';
import type { Core } from '../core.ts';
import type { Database } from '../repositories/database.ts';
import { isOwnName, workOf } from '../repositories/folder/data-folder.ts';
import { findUnknown } from '../repositories/folder/known-entries.ts';
import type { Job } from '../repositories/jobs/job.ts';
import type { JobEndings } from '../repositories/jobs/job-endings.ts';
import { createQueueRepository } from '../repositories/jobs/queue.repository.ts';
import { LostTaskError, type Task, type Tasks } from '../repositories/tasks/tasks.ts';
import { createTaskWorker } from './tasks/task-worker.ts';

/** Takes over what other processes have left: at the start, and from services on the same database that are silent. */
export function createRecovery(
  core: Core,
  {
    endings,
    delivery,
    announce,
    transcribing,
  }: {
    endings: Pick<JobEndings, 'recover'>;
    delivery: { adopt(): Promise<void> };
    announce: (job: Job) => void;
    transcribing: { nudge(): void };
  },
): () => Promise<void> {
  const { config, patient, tasks, removals, clock, logger, onStop } = core;

  const takeBack = async (task: Task): Promise<void> => {
    const job = await endings.recover(task, clock.now());
    failpoint('recovery.stored');
    if (!job) return;
    logger.info({ transcriptionId: job.id, status: job.status }, 'was left unfinished');
    if (job.status === 'failed') await removals.carryOutOf(job.id);
    announce(job);
    transcribing.nudge();
  };

  const takeBackAll = async (): Promise<void> => {
    for (;;) {
      const task = await tasks.claim('transcription');
      if (!task) return;
      await takeBack(task).catch((error: unknown) => {
        if (!(error instanceof LostTaskError)) throw error;
      });
    }
  };

  const worker = createTaskWorker({
    tasks,
    kind: 'transcription',
    claim: () => tasks.claim('transcription'),
    run: takeBack,
    onError: (error, task) => {
      if (error instanceof LostTaskError) return;
      const about = { transcriptionId: task?.key, err: error };
      logger.error(about, 'what another service had could not be taken back yet');
    },
    concurrency: () => 1,
    clock,
  });
  onStop(worker.stop);

  return async () => {
    const isShared = config.database !== null;
    if (isShared) await adoptJobs(patient, tasks);
    await takeBackAll();
    await removals.carryOutAll();
    // In a database file the rows themselves are the tasks, and no other service has a folder.
    if (!isShared) return;
    await delivery.adopt();
    if (config.storage !== null) await sweepOwnWork(core);
    worker.start();
  };
}

/** Adds the tasks of jobs under way that have none, because the database comes from where there are none. */
async function adoptJobs(db: Database, tasks: Tasks): Promise<void> {
  const running = (await createQueueRepository(db).running()).map((key) => ({ key }));
  await db.transaction().execute((trx) => tasks.add(trx, 'transcription', running));
}

/** In a folder of its own a killed service leaves the work on recordings that others have finished since. */
async function sweepOwnWork({ patient, folders }: Pick<Core, 'patient' | 'folders'>) {
  const names = (await readdir(folders.work).catch(() => [])).filter(isOwnName);
  const { unknown } = await findUnknown(patient, names.map(workOf));
  const queue = createQueueRepository(patient);
  const waiting = (await queue.waiting()).map(({ id }) => id);
  const strange = unknown.map(({ name }) => name);
  const kept = new Set([...waiting, ...(await queue.running()), ...strange]);
  for (const name of names) {
    if (!kept.has(name)) await rm(join(folders.work, name), { recursive: true, force: true });
  }
}
