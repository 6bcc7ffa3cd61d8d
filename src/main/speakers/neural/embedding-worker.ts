/**
 * The thread that embeds part of a recording's windows: receives a `WorkerTask` and fills its rows of the shared
 * numbers.
 */
import { workerData } from 'node:worker_threads';
import { embedBlocks, type WorkerTask } from './embedding-work.ts';
import { openEmbedder } from './window-embedder.ts';

const { work, model, settings } = workerData as WorkerTask;
await embedBlocks(work, openEmbedder(model, settings));
