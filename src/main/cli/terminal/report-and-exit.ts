import { ApiError } from '../../../shared/client.ts';
import type { ErrorCode } from '../../../shared/error-catalogue.ts';
import { deniedSentence, toAppError } from '../../core/system-errors.ts';
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
  const denied = deniedSentence(thrown);
  process.stderr.write(`steno: ${plainText(denied ?? error.message)}\n`);
  if (error.code === 'internal' && denied === null)
    process.stderr.write(`${plainText(String(error.cause))}\n`);
  process.exit(EXIT_CODES[error.code] ?? 1);
}
