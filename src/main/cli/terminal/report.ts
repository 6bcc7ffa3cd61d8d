import { ApiError } from '../../../shared/client.ts';
import type { ErrorCode } from '../../../shared/error-catalogue.ts';
import { toAppError } from '../../errors.ts';

const EXIT_CODES: Partial<Record<ErrorCode, number>> = {
  data_not_writable: 3,
  data_folder_foreign: 3,
  data_folder_mismatch: 3,
  database_damaged: 3,
  database_newer: 3,
  database_foreign: 3,
  database_missing: 3,
  database_log_missing: 3,
  database_behind: 3,
  already_running: 4,
  port_in_use: 5,
};

/** Something a command has to say about what went wrong, whose details were already printed. */
export class CommandFailed extends Error {}

/** Ends a command with a sentence on stderr and the exit code that fits. */
export function reportAndExit(thrown: unknown): never {
  if (thrown instanceof CommandFailed) process.exit(1);
  if (thrown instanceof ApiError) {
    process.stderr.write(`steno: ${thrown.message}\n`);
    process.exit(1);
  }
  const error = toAppError(thrown);
  process.stderr.write(`steno: ${error.message}\n`);
  if (error.code === 'internal') process.stderr.write(`${String(error.cause)}\n`);
  process.exit(EXIT_CODES[error.code] ?? 1);
}
