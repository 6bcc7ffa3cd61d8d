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
/** What kills it so often is no accident: the method itself does not work here. */
const MAX_TRIES = 3;
const PASSED_ENVIRONMENT = ['PATH', 'SystemRoot', 'NODE_COMPILE_CACHE'];

export type LabelOptions = { signal: AbortSignal; onProgress?: (fraction: number) => void };
export type Labeler = (request: LabelRequest, options: LabelOptions) => Promise<Labeling>;

/** The process was gone before it said anything: killed from outside, or by a fault in a native library. */
class LabelingDiedError extends Error {
  constructor(exitCode: number | null, signal: string | null) {
    super(`The labeling process ended with ${signal ?? exitCode}.`);
    this.name = 'LabelingDiedError';
  }
}

/**
 * Labels in a process of its own, which is gone when the promise settles. When something kills it, it is started
 * again, up to three times in all: what is found must not depend on such an accident.
 * @throws the signal's reason; an Error when labeling fails or the process dies every time.
 */
export const labelInProcess: Labeler = async (request, options) => {
  for (let tries = 1; ; tries++) {
    try {
      return await labelOnce(request, options);
    } catch (error) {
      if (!(error instanceof LabelingDiedError) || tries === MAX_TRIES) throw error;
    }
  }
};

const labelOnce: Labeler = (request, { signal, onProgress }) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const child = fork(PROGRAM, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
      env: childEnvironment(),
    });
    let outcome: (() => void) | null = null;
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
      outcome ??= () => reject(error);
    });
    child.on('close', (exitCode, killedBy) => {
      signal.removeEventListener('abort', onAbort);
      if (outcome) outcome();
      else reject(new LabelingDiedError(exitCode, killedBy));
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
