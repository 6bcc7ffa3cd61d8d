/**
 * The thread that embeds part of a recording's windows: receives a `WorkerTask` and fills its rows of the shared
 * numbers.
 */
import { workerData } from 'node:worker_threads';
import { openHearing } from './hear-voices.ts';
import { hearBlocks, type WorkerTask } from './hearing-work.ts';

const { work, model, hearing } = workerData as WorkerTask;
await hearBlocks(work, openHearing(model, hearing));
