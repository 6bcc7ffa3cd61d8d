/** Translates what PostgreSQL and its connections report, without revealing the password. */
import { AppError, isNodeError } from '../../core/errors.ts';

/** The connection was lost or never made; the same query may succeed later. */
const UNREACHABLE = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'],
  ...['EPIPE', 'EAI_AGAIN', 'ENOENT', 'ENOTFOUND'],
  // Shutting down, starting up, crashed, too many connections.
  ...['57P01', '57P02', '57P03', '53300'],
]);
/** The messages of `pg` that have no code, when a connection ends. */
const ENDED = /Connection terminated|Client has encountered a connection error|timeout exceeded/;
/** Another transaction holds a row for too long, or two wait for each other. */
const BUSY = new Set(['55P03', '40P01', '40001', '57014']);

/** Whether the database was unreachable, so that the same query may succeed later. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof AppError ? error.code === 'database_unreachable' : isLost(error);

/** @returns database_unreachable, database_busy, disk_full, or the same error with nothing secret in it */
export function toDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  const cause = withoutValues(error);
  if (isLost(error)) return new AppError('database_unreachable', { cause });
  if (!isNodeError(error)) return cause;
  if (BUSY.has(error.code ?? '')) return new AppError('database_busy', { cause });
  if (error.code === '53100') return new AppError('disk_full', { cause });
  return cause;
}

function isLost(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isLost);
  if (!(error instanceof Error)) return false;
  const code = isNodeError(error) ? (error.code ?? '') : '';
  return UNREACHABLE.has(code) || code.startsWith('08') || ENDED.test(error.message);
}

/** A copy without what must not be logged: values of rows, and the connection with its password. */
function withoutValues(error: Error): Error {
  const copy = new Error(error.message);
  copy.name = error.name;
  if (error.stack !== undefined) copy.stack = error.stack;
  return Object.assign(copy, isNodeError(error) && { code: error.code });
}
