import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Labeling, LabelMessage, LabelRequest } from './labeling.ts';

/** Beside this file as source; beside the bundle under its own name. */
const PROGRAM = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? './label-child.ts' : './label-child.js',
    import.meta.url,
  ),
);
const PASSED_ENVIRONMENT = ['PATH', 'SystemRoot', 'NODE_COMPILE_CACHE'];

export type LabelOptions = { signal: AbortSignal; onProgress?: (fraction: number) => void };
export type Labeler = (request: LabelRequest, options: LabelOptions) => Promise<Labeling>;

/**
 * Labels in a process of its own, which is gone when the promise settles.
 * @throws the signal's reason; an Error when the process fails or is killed.
 */
export const labelInProcess: Labeler = (request, { signal, onProgress }) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const child = fork(PROGRAM, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
      env: childEnvironment(),
    });
    let outcome = () => reject(new Error('The labeling process ended.'));
    const onAbort = () => {
      outcome = () => reject(signal.reason);
      child.kill('SIGKILL');
    };
    signal.addEventListener('abort', onAbort, { once: true });
    child.on('message', (message: LabelMessage) => {
      if (message.type === 'progress') onProgress?.(message.fraction);
      else if (message.type === 'done') outcome = () => resolve(message.labeling);
      else outcome = () => reject(new Error(message.message));
    });
    child.on('error', (error) => {
      outcome = () => reject(error);
    });
    child.on('close', () => {
      signal.removeEventListener('abort', onAbort);
      outcome();
    });
    child.send(request, (error) => error && child.kill('SIGKILL'));
  });

/** Keys and tokens stay out of reach; Electron's own program runs as Node. */
function childEnvironment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ELECTRON_RUN_AS_NODE: '1' };
  for (const name of PASSED_ENVIRONMENT) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}
