import type { Labeling, LabelMessage, LabelRequest } from './labeling.ts';

/** What kills it so often is no accident: the method itself does not work here. */
const MAX_TRIES = 3;

/** A process that labels one recording, just started; Node and Electron start theirs differently. */
export type LabelProcess = {
  post(request: LabelRequest): void;
  onMessage(listener: (message: LabelMessage) => void): void;
  /** Called once, when the process is gone or could not be started; `reason` is for the log. */
  onEnd(listener: (reason: string) => void): void;
  kill(): void;
};
export type StartLabelProcess = () => LabelProcess;

export type LabelOptions = { signal: AbortSignal; onProgress?: (fraction: number) => void };
export type Labeler = (request: LabelRequest, options: LabelOptions) => Promise<Labeling>;

/** The process was gone before it said anything: killed from outside, or by a fault in a native library. */
class LabelingDiedError extends Error {
  constructor(reason: string) {
    super(`The labeling process ended with ${reason}.`);
    this.name = 'LabelingDiedError';
  }
}

/**
 * Labels in a process of its own, which is gone when the promise settles. When something kills it, it is started
 * again, up to three times in all: what is found must not depend on such an accident.
 * @throws the signal's reason; an Error when labeling fails or the process dies every time.
 */
export function createLabeler(start: StartLabelProcess): Labeler {
  return async (request, options) => {
    for (let tries = 1; ; tries++) {
      try {
        return await labelOnce(start, request, options);
      } catch (error) {
        if (!(error instanceof LabelingDiedError) || tries === MAX_TRIES) throw error;
      }
    }
  };
}

function labelOnce(
  start: StartLabelProcess,
  request: LabelRequest,
  { signal, onProgress }: LabelOptions,
): Promise<Labeling> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const labeling = start();
    let outcome: (() => void) | null = null;
    const end = (settle: () => void) => {
      outcome ??= settle;
      labeling.kill();
    };
    const onAbort = () => end(() => reject(signal.reason));
    signal.addEventListener('abort', onAbort, { once: true });
    labeling.onMessage((message) => {
      if (message.type === 'progress') onProgress?.(message.fraction);
      else if (message.type === 'done') end(() => resolve(message.labeling));
      else end(() => reject(new Error(message.message)));
    });
    labeling.onEnd((reason) => {
      signal.removeEventListener('abort', onAbort);
      if (outcome) outcome();
      else reject(new LabelingDiedError(reason));
    });
    labeling.post(request);
  });
}
