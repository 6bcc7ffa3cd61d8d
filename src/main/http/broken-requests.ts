import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERRORS } from '../../shared/error-catalogue.ts';
import { AppError } from '../core/errors.ts';
import { newRequestId } from '../core/ids.ts';
import { answerHeaders } from './access/host-and-origin.ts';
import { errorBody } from './error-handler.ts';

/** Answers data that is not HTTP with the common error format and closes the connection. */
export function answerBroken(cause: NodeJS.ErrnoException, socket: Duplex): void {
  if (cause.code === 'ECONNRESET') socket.destroy();
  else if (cause.code === 'HPE_HEADER_OVERFLOW') refuse(socket, new AppError('headers_too_large'));
  else refuse(socket, brokenRequest(cause));
}

/** The same for a request that is not complete in time. */
export function answerSlow(socket: Duplex): void {
  refuse(socket, new AppError('request_timeout'));
}

function refuse(socket: Duplex, error: AppError): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status } = ERRORS[error.code];
  const requestId = newRequestId();
  const body = JSON.stringify(errorBody(error, requestId));
  const headers = {
    ...answerHeaders(requestId),
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  // The client may never close its side, so do not wait for it.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** The same for a request whose URL cannot be determined, such as one without a host. */
export function refuseBroken(cause: unknown): Response {
  const error = brokenRequest(cause);
  const requestId = newRequestId();
  return Response.json(errorBody(error, requestId), {
    status: ERRORS[error.code].status,
    headers: answerHeaders(requestId),
  });
}

function brokenRequest(cause: unknown): AppError {
  return new AppError('invalid_request', { message: 'This is not a valid HTTP request.', cause });
}
