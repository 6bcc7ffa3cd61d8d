import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Hearing } from './hear-voices.ts';
import type { HearingWork } from './hearing-work.ts';

export type WorkerTask = { work: HearingWork; model: string; hearing: Hearing };

/** With fewer windows the second hearing would be ready when the first is done. */
const WORTH_A_THREAD = 200;

/** Beside this file as source; beside the desktop app's bundle under the same name. */
const PROGRAM = new URL(`./hearing-worker${extname(import.meta.url)}`, import.meta.url);

/**
 * A second thread hears with the one that calls, where there are processors and work for two. Resolves when it has
 * ended, for whatever reason: what it has not heard is still to be done.
 */
export async function hearBeside(task: WorkerTask, program = PROGRAM): Promise<void> {
  if (availableParallelism() < 2 || task.work.windows.length < WORTH_A_THREAD) return;
  const worker = new Worker(program, { workerData: task });
  await new Promise<void>((resolve) => {
    worker.once('error', () => {});
    worker.once('exit', () => resolve());
  });
}
