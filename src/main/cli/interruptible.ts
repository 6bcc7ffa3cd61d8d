import { type Clock, systemClock } from '../core/clock.ts';
import { exitCodeOf, onStopSignal } from '../processes/stop-signals.ts';

/** Time for cleaning up; a command that takes longer hangs. */
const CLEANING_UP_MS = 10_000;

/**
 * Runs `work` with a signal that Ctrl-C, SIGTERM and SIGHUP abort. The command then exits with 130, 143 or 129, but
 * only after `work` has ended and cleaned up, or ten seconds have passed.
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
