import { ERRORS, type ErrorCode } from '../shared/error-catalogue.ts';

const SHORTAGES: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE']);
/** When a process is started; they mean other things elsewhere. */
const SHORTAGES_AT_START: ReadonlySet<string> = new Set(['EAGAIN', 'ENOMEM']);

export type AppErrorOptions = {
  /** A sentence for the person; the catalogue's when left out. */
  message?: string;
  /** The request field that is wrong. */
  param?: string;
  cause?: unknown;
};

/** The only error that may cross a layer on purpose; everything else is `internal`. */
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

/** Turns anything thrown into an AppError, so that callers handle one kind. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError && thrown.code === 'system_limit') return thrown;
  if (isShortage(thrown)) return new AppError('system_limit', { cause: thrown });
  if (thrown instanceof AppError) return thrown;
  if (isNodeError(thrown) && (thrown.code === 'ENOSPC' || thrown.code === 'SQLITE_FULL')) {
    return new AppError('disk_full', { cause: thrown });
  }
  return new AppError('internal', { cause: thrown });
}

/**
 * Whether something was not done because the system had no file descriptor or process left for it, whatever has been
 * made of that since: it is nobody's fault and may work a moment later.
 */
export function isShortage(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if (thrown instanceof AppError && thrown.code === 'system_limit') return true;
  const { code = '', syscall = '' } = thrown as NodeJS.ErrnoException;
  if (SHORTAGES.has(code)) return true;
  if (SHORTAGES_AT_START.has(code) && syscall.startsWith('spawn')) return true;
  if (code === 'ERR_INVALID_PACKAGE_CONFIG' && /too many open files/.test(thrown.message))
    return true;
  // Several addresses of one server that were tried.
  const others: unknown[] = thrown instanceof AggregateError ? thrown.errors : [];
  return [thrown.cause, ...others].some(isShortage);
}

/** Whether something thrown has a Node error code such as `ENOENT`. */
export function isNodeError(thrown: unknown): thrown is NodeJS.ErrnoException {
  return thrown instanceof Error && typeof (thrown as { code?: unknown }).code === 'string';
}
