/** The worker's requests to its service, whose answers it does not trust. */
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { ApiError } from '../../shared/client.ts';
import { ErrorBody } from '../../shared/error-body.ts';
import { readAtMost } from '../core/limited-bytes.ts';

/** The key that the environment holds, which programs started later do not see. */
export function takeKey(env: NodeJS.ProcessEnv): string | null {
  const key = env['STENO_KEY'];
  delete env['STENO_KEY'];
  return key || null;
}

export type ServiceLink = ReturnType<typeof createServiceLink>;

type Sending = {
  /** Ends the request at any time. */
  signal: AbortSignal;
  /** Ends it while there is no answer; what has begun to arrive is read. */
  unlessAnswered?: AbortSignal | undefined;
};

/** `url` is that of the service. No redirect is followed, so that the key goes nowhere else. */
export function createServiceLink({ url, key }: { url: string; key: string }) {
  const send = async (
    path: string,
    body: string | null,
    { signal, unlessAnswered }: Sending,
  ): Promise<IncomingMessage> => {
    // A service behind a proxy may have a path of its own.
    const target = new URL(`${url.replace(/(?<!\/)\/+$/, '')}${path}`);
    const ask = target.protocol === 'https:' ? requestHttps : requestHttp;
    const headers = {
      Authorization: `Bearer ${key}`,
      ...(body !== null && {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
      }),
    };
    unlessAnswered?.throwIfAborted();
    const request = ask(target, { method: body === null ? 'GET' : 'POST', signal, headers });
    const stop = () => void request.destroy(unlessAnswered?.reason);
    unlessAnswered?.addEventListener('abort', stop, { once: true });
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        request.on('response', resolve).on('error', reject).end(body);
      });
      if (response.statusCode === 200 || response.statusCode === 204) return response;
      const error = await readError(response);
      request.destroy();
      throw error;
    } finally {
      unlessAnswered?.removeEventListener('abort', stop);
    }
  };

  return {
    /** @throws ApiError, or an error of the connection */
    post: (path: string, body: unknown, sending: Sending) =>
      send(path, JSON.stringify(body), sending),
    /** @throws ApiError, or an error of the connection */
    fetch: (path: string, signal: AbortSignal) => send(path, null, { signal }),
  };
}

/** What the service does not allow stays so; that it is busy, or stopping, passes. */
export function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status < 500 && error.status !== 408 && error.status !== 429;
}

const LONGEST_ERROR_BYTES = 64 * 1024;

/** An error that the service has answered with; something else may have answered in its place. */
async function readError(response: IncomingMessage): Promise<Error> {
  const status = response.statusCode ?? 0;
  const body = await readAtMost(response, LONGEST_ERROR_BYTES).catch(() => null);
  try {
    return new ApiError(status, ErrorBody.parse(JSON.parse(String(body))));
  } catch {
    return new Error(`What is at this address answers with status ${status}, and is no Steno.`);
  }
}
