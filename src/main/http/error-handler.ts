import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorBody } from '../../shared/error-body.ts';
import { ERRORS, type ErrorCode } from '../../shared/error-catalogue.ts';
import type { Route } from '../../shared/routes/route.ts';
import type { Problem } from '../../shared/validation-messages.ts';
import { AppError } from '../core/errors.ts';
import type { Logger } from '../core/logger.ts';
import { toAppError } from '../core/system-errors.ts';
import type { HttpEnv } from './http-env.ts';

/** How long callers should wait after a temporary error. */
const RETRY_AFTER_SECONDS: Partial<Record<ErrorCode, number>> = {
  rate_limited: 60,
  database_busy: 5,
  database_unreachable: 5,
  storage_unreachable: 5,
  data_folder_away: 5,
  system_limit: 5,
};

/** The only place that turns errors into responses. Unexpected errors reveal no internals. */
export function createErrorHandler(logger: Logger) {
  return (thrown: unknown, c: Context<HttpEnv>): Response => {
    const error = thrown instanceof HTTPException ? fromHono(thrown) : toAppError(thrown);
    const requestId = c.get('requestId');
    // A client that disconnects ends the work, which is not an error.
    const gone = c.req.raw.signal.aborted;
    if (ERRORS[error.code].status >= 500 && !gone) {
      const about = { requestId, method: c.req.method, route: c.get('route') };
      logger.error({ ...about, err: error.cause ?? error }, 'request failed');
    }
    return errorResponse(c, error);
  };
}

/** An error as the response every caller gets: its status and `{"error": …}`. */
export function errorResponse(c: Context<HttpEnv>, error: AppError): Response {
  if (error.code === 'unauthorized') c.header('WWW-Authenticate', 'Bearer');
  const retryAfter = RETRY_AFTER_SECONDS[error.code];
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter));
  return c.json(
    errorBody(error, c.get('requestId'), c.get('errors')),
    ERRORS[error.code].status as ContentfulStatusCode,
  );
}

/** The one format of all errors; for OpenAI's endpoints with the `type` that their clients expect. */
export function errorBody(
  { code, message, param }: AppError,
  requestId: string,
  errors?: Route['errors'],
): ErrorBody {
  const type = errors === 'openai' ? { type: typeOf(ERRORS[code].status) } : {};
  return { error: { ...type, code, message, param, request_id: requestId } };
}

function typeOf(status: number): string {
  if (status >= 500) return 'server_error';
  return status === 429 ? 'rate_limit_error' : 'invalid_request_error';
}

/** What is wrong with a request, as the error the caller gets. */
export function fromProblem({ about, param, message }: Problem): AppError {
  const code = about === 'unknown' ? 'unknown_field' : 'invalid_request';
  return new AppError(code, param === null ? { message } : { param, message });
}

/** Hono itself throws only for malformed bodies. */
function fromHono(exception: HTTPException): AppError {
  return new AppError(exception.status === 413 ? 'payload_too_large' : 'invalid_json', {
    cause: exception,
  });
}
