/** What errors of the system and of SQLite mean: a full disk, a failing one, no file descriptor left. */
import { AppError, isNodeError } from './errors.ts';

const SHORTAGES: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE']);
/** When starting a process; elsewhere these codes mean other things. */
const SHORTAGES_AT_START: ReadonlySet<string> = new Set(['EAGAIN', 'ENOMEM']);
/** SQLite could not make its file of shared memory larger: that is no failing disk either. */
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']);

/** What files answer when their stick was pulled, or the server or program that mounts them is gone. */
export const TAKEN_AWAY: ReadonlySet<string> = new Set([
  'ENOTCONN',
  'ESTALE',
  'ENODEV',
  'ENXIO',
  'EREMOTEIO',
  'EHOSTDOWN',
  'ETIMEDOUT',
]);

/** Converts any thrown value to an AppError, so that callers handle one type. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError && thrown.code === 'system_limit') return thrown;
  if (isShortage(thrown)) return new AppError('system_limit', { cause: thrown });
  if (thrown instanceof AppError) return thrown;
  if (isNodeError(thrown) && FULL.has(thrown.code ?? '')) {
    return new AppError('disk_full', { cause: thrown });
  }
  if (isDiskError(thrown)) {
    return new AppError('disk_failed', { cause: thrown });
  }
  return new AppError('internal', { cause: thrown });
}

/** What the system refuses to the user who runs this, in a sentence; null for any other error. */
export function deniedSentence(thrown: unknown): string | null {
  if (!isNodeError(thrown) || thrown.path === undefined) return null;
  const isDenied = thrown.code === 'EACCES' || thrown.code === 'EPERM';
  return isDenied ? `You do not have permission to use ${thrown.path}.` : null;
}

/** Whether the disk itself failed, or was taken away. */
export function isDiskError(thrown: unknown): boolean {
  if (!isNodeError(thrown)) return false;
  const { code = '', syscall, path } = thrown;
  if (FULL.has(code)) return false;
  // Of a connection the same codes say something else; only what is done with a file names its path.
  if (TAKEN_AWAY.has(code) && path !== undefined) return true;
  return (code === 'EIO' && syscall !== undefined) || code.startsWith('SQLITE_IOERR');
}

/**
 * Whether something failed because the system had no file descriptor or process left, however the error has been
 * wrapped since: a temporary condition, so a retry may succeed.
 */
export function isShortage(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if (thrown instanceof AppError && thrown.code === 'system_limit') return true;
  const { code = '', syscall = '' } = thrown as NodeJS.ErrnoException;
  if (SHORTAGES.has(code)) return true;
  if (SHORTAGES_AT_START.has(code) && syscall.startsWith('spawn')) return true;
  if (code === 'ERR_INVALID_PACKAGE_CONFIG' && /too many open files/.test(thrown.message))
    return true;
  // The attempts to connect to several addresses of one server.
  const others: unknown[] = thrown instanceof AggregateError ? thrown.errors : [];
  return [thrown.cause, ...others].some(isShortage);
}
