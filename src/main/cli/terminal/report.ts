import { ApiError, type Client } from '../../../shared/client.ts';
import type { ErrorCode } from '../../../shared/error-catalogue.ts';
import type { ServerEvent } from '../../../shared/server-event.ts';
import { type Clock, systemClock } from '../../core/clock.ts';
import { toAppError } from '../../core/system-errors.ts';
import { exitCodeOf, onStopSignal } from '../../processes/stop-signals.ts';
import { plainText } from './plain-text.ts';

const EXIT_CODES: Partial<Record<ErrorCode, number>> = {
  data_not_writable: 3,
  data_folder_foreign: 3,
  data_folder_mismatch: 3,
  backup_refused: 3,
  database_damaged: 3,
  database_unreachable: 3,
  database_unusable: 3,
  storage_unreachable: 3,
  storage_unusable: 3,
  database_newer: 3,
  database_foreign: 3,
  database_missing: 3,
  database_log_missing: 3,
  database_behind: 3,
  data_folder_away: 3,
  already_running: 4,
  database_in_use: 4,
  port_in_use: 5,
};

/** A command failed, and the details have already been printed. */
export class CommandFailed extends Error {}

/** Ends a command with a message on stderr and the matching exit code. */
export function reportAndExit(thrown: unknown): never {
  if (thrown instanceof CommandFailed) process.exit(1);
  if (thrown instanceof ApiError) {
    process.stderr.write(`steno: ${plainText(thrown.message)}\n`);
    process.exit(1);
  }
  const error = toAppError(thrown);
  process.stderr.write(`steno: ${plainText(error.message)}\n`);
  if (error.code === 'internal') process.stderr.write(`${plainText(String(error.cause))}\n`);
  process.exit(EXIT_CODES[error.code] ?? 1);
}

/**
 * Live events until the signal aborts, across reconnections. Each connection starts with `reload`: earlier changes must
 * be requested. Throws when the service has stopped.
 */
export async function* followEvents(
  client: Client,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  while (!signal.aborted) {
    let isOpen = false;
    const onOpen = () => {
      isOpen = true;
    };
    try {
      for await (const { event } of client.events(signal, { onOpen })) yield event;
    } catch (error) {
      if (signal.aborted) return;
      // fetch throws a TypeError when a connection breaks; reconnecting shows whether the service still runs.
      if (!isOpen || !(error instanceof TypeError)) throw error;
    }
  }
}

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
