import { setImmediate } from 'node:timers/promises';
import type { Clock } from './clock.ts';

/**
 * Runs a step that may take `ms`. After that its signal is aborted, and `late` is thrown, whatever the step makes of
 * it. The signal is aborted with the given one, too.
 */
export async function within<Result>(
  { clock, ms, late, signal }: { clock: Clock; ms: number; late: Error; signal?: AbortSignal },
  step: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const [expired, ended] = [new AbortController(), new AbortController()];
  const expire = async (): Promise<void> => {
    await clock.sleep(ms, ended.signal);
    // After this machine was suspended the answer may be here already: it is read first.
    await setImmediate();
    expired.abort(late);
  };
  // Only our own `ended` rejects.
  expire().catch(() => {});
  try {
    return await step(AbortSignal.any([expired.signal, ...(signal ? [signal] : [])]));
  } catch (error) {
    throw expired.signal.aborted ? late : error;
  } finally {
    ended.abort(ENDED);
  }
}

/** A reason of our own: that of an abort without one is made with a stack. */
const ENDED = new Error('It has ended.');

/** Resolves as the promise does, or rejects with the signal's reason if that comes first. */
export function abortable<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
