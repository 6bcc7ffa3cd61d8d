/** The worker's requests to its service, some of which stay open in both directions. */
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Writable } from 'node:stream';
import { ErrorBody } from '../../shared/api.ts';
import { ApiError } from '../../shared/client.ts';
import { readAtMost } from '../announced-length.ts';

/** The key that the environment holds, which programs started later do not see. */
export function takeKey(env: NodeJS.ProcessEnv): string | null {
  const key = env['STENO_KEY'];
  delete env['STENO_KEY'];
  return key || null;
}

/** Both bodies of a request: what is sent, and the response, which arrives at the same time. */
type Conversation = { outgoing: Writable; incoming: IncomingMessage };

export type ServiceLink = ReturnType<typeof createServiceLink>;

const LINES = { 'Content-Type': 'application/x-ndjson', 'Transfer-Encoding': 'chunked' };

/** `url` is that of the service, `key` one that may change everything. */
export function createServiceLink({ url, key }: { url: string; key: string }) {
  const send = async (
    method: 'GET' | 'POST',
    path: string,
    { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
    begin: (request: ClientRequest) => void,
  ): Promise<{ request: ClientRequest; response: IncomingMessage }> => {
    // A service behind a proxy may have a path of its own.
    const target = new URL(`${url.replace(/(?<!\/)\/+$/, '')}${path}`);
    const ask = target.protocol === 'https:' ? requestHttps : requestHttp;
    const options = { method, signal, agent: false, headers: { ...headers, ...bearer(key) } };
    const request = ask(target, options);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.on('response', resolve).on('error', reject);
      begin(request);
    });
    if (response.statusCode === 200) return { request, response };
    const error = await readError(response);
    request.destroy();
    throw error;
  };

  return {
    /** Posts a body that continues while the response is read. @throws ApiError, or an error of the connection */
    async converse(path: string, signal: AbortSignal): Promise<Conversation> {
      const { request, response } = await send('POST', path, { headers: LINES, signal }, (it) =>
        it.flushHeaders(),
      );
      request.setNoDelay(true);
      return { outgoing: request, incoming: response };
    },

    /** @throws ApiError, or an error of the connection */
    async fetch(path: string, signal: AbortSignal): Promise<IncomingMessage> {
      const sent = await send('GET', path, { headers: {}, signal }, (it) => it.end());
      return sent.response;
    },
  };
}

function bearer(key: string): Record<string, string> {
  return { Authorization: `Bearer ${key}` };
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
