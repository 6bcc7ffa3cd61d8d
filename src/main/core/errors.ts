import { ERRORS, type ErrorCode } from '../../shared/error-catalogue.ts';

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

/** Whether what was to be read or written cannot be reached for now. */
export const isAway = (error: unknown): boolean =>
  error instanceof AppError &&
  (error.code === 'storage_unreachable' || error.code === 'data_folder_away');

/** Whether something thrown has a Node error code such as `ENOENT`. */
export function isNodeError(thrown: unknown): thrown is NodeJS.ErrnoException {
  return thrown instanceof Error && typeof (thrown as { code?: unknown }).code === 'string';
}

/** For what may well fail so: `remove(id).catch(nullIf('not_found'))`. */
export const nullIf =
  (code: ErrorCode) =>
  (error: unknown): null => {
    if (error instanceof AppError && error.code === code) return null;
    throw error;
  };

/** Whether it can be done. */
export const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** For what may not be there: `open(path).catch(nullIfMissing)`. */
export function nullIfMissing(error: unknown): null {
  if (isNodeError(error) && error.code === 'ENOENT') return null;
  throw error;
}
