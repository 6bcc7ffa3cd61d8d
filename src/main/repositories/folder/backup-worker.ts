/** The worker thread that makes a backup while the service runs: it reads the whole database twice. */
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { backUp } from './backups.ts';

const { folder, at } = z.object({ folder: z.string(), at: z.number() }).parse(workerData);
parentPort?.postMessage(backUp(folder, at).name);
