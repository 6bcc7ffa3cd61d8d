/** Runs work in a child process: its memory is released with it, and a fault in it ends nothing else. */
import type { ErrorCode } from '../../shared/error-catalogue.ts';
import { AppError } from '../core/errors.ts';
import { isShortage } from '../core/system-errors.ts';

export type ChildMessage<Result> =
  | { type: 'progress'; fraction: number }
  /** `reusable` if it may be asked again; otherwise its memory is released with it. */
  | { type: 'done'; result: Result; reusable: boolean }
  /** `code` is null for an unexpected error; then the message is for the log. */
  | { type: 'failed'; code: ErrorCode | null; message: string };

/** A process for one piece of work, just started; Node and Electron start theirs differently. */
export type Child<Request, Result> = {
  post(request: Request): void;
  onMessage(listener: (message: ChildMessage<Result>) => void): void;
  /** Called once, when the process has ended or, with the `cause`, could not be started; `reason` is for the log. */
  onEnd(listener: (reason: string, cause?: Error) => void): void;
  kill(): void;
};
export type StartChild<Request, Result> = () => Child<Request, Result>;

export type AskOptions = { signal: AbortSignal; onProgress?: (fraction: number) => void };

/** If the process is killed this often, it is no accident: the work cannot be done here. */
const MAX_TRIES = 3;

/** The process ended before it answered: killed from outside, or by a fault in a native library. */
class ChildDiedError extends Error {
  constructor(reason: string, cause: Error | undefined) {
    super(`The process ended with ${reason}.`, { cause });
    this.name = 'ChildDiedError';
  }
}

/**
 * Runs the work in a process, which has ended when the promise settles, unless `start` keeps it. If something kills it,
 * it is restarted, up to three attempts in all, so that such an accident does not affect the result.
 * @throws the signal's reason; AppError `out_of_memory` when the work took too much memory; an Error when it fails
 * otherwise,
 *   or the process dies every time. If the system has no process left (`isShortage`) it is not retried.
 */
export async function askChild<Request, Result>(
  start: StartChild<Request, Result>,
  request: Request,
  options: AskOptions,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await askOnce(start, request, options);
    } catch (error) {
      const another = error instanceof ChildDiedError && !isShortage(error);
      if (!another || tries === MAX_TRIES) throw error;
    }
  }
}

function askOnce<Request, Result>(
  start: StartChild<Request, Result>,
  request: Request,
  { signal, onProgress }: AskOptions,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const child = start();
    let outcome: (() => void) | null = null;
    const end = (settle: () => void) => {
      outcome ??= settle;
      child.kill();
    };
    const onAbort = () => end(() => reject(signal.reason));
    signal.addEventListener('abort', onAbort, { once: true });
    child.onMessage((message) => {
      if (message.type === 'progress') onProgress?.(message.fraction);
      else if (message.type === 'done') end(() => resolve(message.result));
      else end(() => reject(toError(message)));
    });
    child.onEnd((reason, cause) => {
      signal.removeEventListener('abort', onAbort);
      if (outcome) outcome();
      else reject(new ChildDiedError(reason, cause));
    });
    child.post(request);
  });
}

function toError({ code, message }: { code: ErrorCode | null; message: string }): Error {
  return code === null ? new Error(message) : new AppError(code, { message });
}
