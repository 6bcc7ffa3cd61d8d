import { Worker } from 'node:worker_threads';
import type { StructureInput } from './structure-transcript.ts';

/** Beside this file as source; beside the bundle under its own name. */
const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './thread.ts' : './structure-thread.js',
  import.meta.url,
);

/**
 * Structures a transcript in a thread of its own, because a long one takes seconds during which the service must
 * answer. Resolves with the `Structured` object as JSON.
 */
export function structureInThread(
  input: Omit<StructureInput, 'signal'>,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(THREAD, { workerData: input });
    const onAbort = () => {
      void worker.terminate();
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    worker.once('message', (json: string) => resolve(json));
    worker.once('error', reject);
    worker.once('exit', (code) => {
      signal.removeEventListener('abort', onAbort);
      reject(new Error(`The structure thread ended with code ${code}.`));
    });
  });
}
