import { type Clock, systemClock } from '../../clock.ts';
import { exitCodeOf, onStopSignal } from '../../stop-signals.ts';

/** For what is to be cleaned up; who is still not done then hangs. */
const CLEANING_UP_MS = 10_000;

/**
 * Runs `work`, whose signal is aborted by Ctrl-C, SIGTERM and SIGHUP. The command then ends with 130, 143 or 129, but
 * only once `work` has come to its end and cleaned up after itself, or has not within ten seconds.
 */
export async function interruptible<Result>(
  work: (interrupt: AbortSignal) => Promise<Result>,
  clock: Clock = systemClock,
): Promise<Result> {
  const interrupt = new AbortController();
  let exitCode = 0;
  const ignoreSignals = onStopSignal((signal) => {
    exitCode = exitCodeOf(signal);
    interrupt.abort(new Error('Stopped.'));
    void clock.sleep(CLEANING_UP_MS).then(() => process.exit(exitCode));
  });
  try {
    const result = await work(interrupt.signal);
    if (interrupt.signal.aborted) process.exit(exitCode);
    return result;
  } catch (error) {
    if (interrupt.signal.aborted && error === interrupt.signal.reason) process.exit(exitCode);
    throw error;
  } finally {
    ignoreSignals();
  }
}
