import { ERRORS, type ErrorCode } from '../shared/error-catalogue.ts';

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
  if (thrown instanceof AppError) return thrown;
  if (isNodeError(thrown) && (thrown.code === 'ENOSPC' || thrown.code === 'SQLITE_FULL')) {
    return new AppError('disk_full', { cause: thrown });
  }
  return new AppError('internal', { cause: thrown });
}

/** Whether something thrown has a Node error code such as `ENOENT`. */
export function isNodeError(thrown: unknown): thrown is NodeJS.ErrnoException {
  return thrown instanceof Error && typeof (thrown as { code?: unknown }).code === 'string';
}
