/** The body of the thread: one transcript in, its structure as JSON out. */
import { parentPort, workerData } from 'node:worker_threads';
import { type StructureInput, structureTranscript } from './structure-transcript.ts';

parentPort?.postMessage(JSON.stringify(structureTranscript(workerData as StructureInput)));
