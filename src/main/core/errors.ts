import { ERRORS, type ErrorCode } from '../../shared/error-catalogue.ts';

const SHORTAGES: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE']);
/** When starting a process; elsewhere these codes mean other things. */
const SHORTAGES_AT_START: ReadonlySet<string> = new Set(['EAGAIN', 'ENOMEM']);
/** SQLite could not make its file of shared memory larger: that is no failing disk either. */
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']);

export type AppErrorOptions = {
  /** A sentence for the user; the catalogue's when left out. */
  message?: string;
  /** The invalid request field. */
  param?: string;
  cause?: unknown;
};

/** The only error that may cross layers on purpose; everything else is `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly param: string | null;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.param = options.param ?? null;
  }

  get retryable(): boolean {
    return ERRORS[this.code].retryable;
  }
}

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

/** Whether the disk itself failed, or was taken away. */
export function isDiskError(thrown: unknown): boolean {
  if (!isNodeError(thrown)) return false;
  const { code = '', syscall } = thrown;
  if (FULL.has(code)) return false;
  return (code === 'EIO' && syscall !== undefined) || code.startsWith('SQLITE_IOERR');
}

/** Whether what was to be read or written cannot be reached for now. */
export const isAway = (error: unknown): boolean =>
  error instanceof AppError &&
  (error.code === 'storage_unreachable' || error.code === 'data_folder_away');

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

/** Whether something thrown has a Node error code such as `ENOENT`. */
export function isNodeError(thrown: unknown): thrown is NodeJS.ErrnoException {
  return thrown instanceof Error && typeof (thrown as { code?: unknown }).code === 'string';
}

/** For what may not be there: `open(path).catch(nullIfMissing)`. */
export function nullIfMissing(error: unknown): null {
  if (isNodeError(error) && error.code === 'ENOENT') return null;
  throw error;
}
