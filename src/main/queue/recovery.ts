import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Core } from '../core.ts';
import { failpoint } from '../failpoint.ts';
import { isOwnName, workOf } from '../repositories/folder/data-folder.ts';
import { findUnknown } from '../repositories/folder/known-entries.ts';
import type { Job } from '../repositories/jobs/job.ts';
import type { JobEndings } from '../repositories/jobs/job-endings.ts';
import { createQueueRepository } from '../repositories/jobs/queue.repository.ts';

/** Takes over what a dead process left: at the start, and when another service on the same database is gone. */
export function createRecovery(
  core: Pick<Core, 'config' | 'patient' | 'folders' | 'nodes' | 'removals' | 'clock' | 'logger'>,
  {
    endings,
    outbox,
    announce,
    transcribing,
  }: {
    endings: Pick<JobEndings, 'recover'>;
    outbox: { adopt(): Promise<void> };
    announce: (job: Job) => void;
    transcribing: { nudge(): void };
  },
): () => Promise<void> {
  const { nodes, removals, clock, logger } = core;
  const recover = async (): Promise<Job[]> => {
    const { resumed, failed } = await endings.recover(clock.now(), nodes.bury);
    failpoint('recovery.stored');
    if (resumed > 0) logger.info({ resumed }, 'unfinished transcriptions go on');
    await removals.carryOutAll();
    return failed;
  };

  const takeBack = async (): Promise<void> => {
    for (const job of await recover()) announce(job);
    transcribing.nudge();
  };

  nodes.listen((notice) => {
    if (notice.type !== 'lost') return;
    takeBack().catch((error: unknown) => {
      logger.error({ err: error }, 'what other services had could not be taken back yet');
    });
  });
  return async () => {
    await recover();
    // In a database file the rows themselves are the tasks, and no other service has a folder.
    if (nodes.id() === null) return;
    await outbox.adopt();
    if (core.config.storage !== null) await sweepOwnWork(core);
  };
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
