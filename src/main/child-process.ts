/** Work in a process of its own: its memory goes with it, and a fault in it ends nothing else. */
import type { ErrorCode } from '../shared/error-catalogue.ts';
import { AppError, isShortage } from './errors.ts';

/** What such a process says. */
export type ChildMessage<Result> =
  | { type: 'progress'; fraction: number }
  | { type: 'done'; result: Result }
  /** `code` is null where nobody foresaw it; then the message is for the log. */
  | { type: 'failed'; code: ErrorCode | null; message: string };

/** A process for one piece of work, just started; Node and Electron start theirs differently. */
export type Child<Request, Result> = {
  post(request: Request): void;
  onMessage(listener: (message: ChildMessage<Result>) => void): void;
  /** Called once, when the process is gone or, with the `cause`, could not be started; `reason` is for the log. */
  onEnd(listener: (reason: string, cause?: Error) => void): void;
  kill(): void;
};
export type StartChild<Request, Result> = () => Child<Request, Result>;

export type AskOptions = { signal: AbortSignal; onProgress?: (fraction: number) => void };

/** What kills it so often is no accident: the work itself cannot be done here. */
const MAX_TRIES = 3;

/** The process was gone before it said anything: killed from outside, or by a fault in a native library. */
class ChildDiedError extends Error {
  constructor(reason: string, cause: Error | undefined) {
    super(`The process ended with ${reason}.`, { cause });
    this.name = 'ChildDiedError';
  }
}

/**
 * Has a new process do the work; it is gone when the promise settles. When something kills it, it is started again,
 * up to three times in all: what comes of it must not depend on such an accident.
 * @throws the signal's reason; AppError `out_of_memory` when the work took too much; an Error when it fails otherwise,
 *   or the process dies every time. Where the system has no process left (`isShortage`) it is not tried again.
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
