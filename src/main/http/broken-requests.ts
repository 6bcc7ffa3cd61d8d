import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERRORS, type ErrorCode } from '../../shared/error-catalogue.ts';
import { AppError } from '../errors.ts';
import { newRequestId } from '../ids.ts';
import { errorBody } from './error-handler.ts';

/** What Node found wrong before there was a request; everything else is `invalid_request`. */
const CODES: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Answers what is no HTTP, or never becomes a whole request, in the shape of all errors. */
export function answerBroken(cause: NodeJS.ErrnoException, socket: Duplex): void {
  if (cause.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const error = brokenRequest(cause, CODES[cause.code ?? '']);
  const { status } = ERRORS[error.code];
  const body = JSON.stringify(errorBody(error, newRequestId()));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** The same for a request that has no address to look up, such as one without a host. */
export function refuseBroken(cause: unknown): Response {
  const error = brokenRequest(cause);
  return Response.json(errorBody(error, newRequestId()), { status: ERRORS[error.code].status });
}

function brokenRequest(cause: unknown, code: ErrorCode = 'invalid_request'): AppError {
  return code === 'invalid_request'
    ? new AppError(code, { message: 'This is not a valid HTTP request.', cause })
    : new AppError(code, { cause });
}
