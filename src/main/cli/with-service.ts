import { randomUUID } from 'node:crypto';
import { type Client, createClient } from '../../shared/client.ts';
import type { App } from '../app.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import type { Config } from '../core/config.ts';
import { abortable } from '../core/deadline.ts';
import type { ServiceFile } from '../core/service-file.ts';
import { answers, findRunning, reachService } from './find-or-start-service.ts';
import { interruptible } from './interruptible.ts';

/**
 * Passes `work` a signed-in client: of the service running on this data folder, or of one that runs only during the
 * work. If the service ends before the work, the client continues with the next one.
 */
export async function withService<Result>(
  config: Config,
  work: (client: Client, service: ServiceFile) => Promise<Result>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Result> {
  const connection = await connectService(config, { clock: systemClock, signal });
  try {
    return await work(connection.client, connection.service);
  } finally {
    await connection.close();
  }
}

/** The same until Ctrl-C, which aborts `interrupt`. */
export const untilInterrupted = <Result>(
  config: Config,
  work: (client: Client, interrupt: AbortSignal, service: ServiceFile) => Promise<Result>,
): Promise<Result> =>
  interruptible((signal) =>
    withService(config, (client, service) => work(client, signal, service), { signal }),
  );

/** What is in a list of the service, page by page. */
export async function* everyOne<Item>(
  read: (page: { limit: number; cursor?: string }) => Promise<{
    data: readonly Item[];
    next_cursor: string | null;
  }>,
): AsyncGenerator<Item> {
  let page = await read({ limit: 100 });
  for (;;) {
    yield* page.data;
    if (page.next_cursor === null) return;
    page = await read({ limit: 100, cursor: page.next_cursor });
  }
}

/** A client of the running service, or null; a service file left by a crash does not answer. */
export async function connectToRunning(config: Config): Promise<Client | null> {
  const service = await findRunning(config.dataDir, systemClock);
  return service && createClient({ baseUrl: service.url, key: service.token });
}

/** A client that survives its service: another command's service ends with that command. */
export type ServiceClient = {
  client: Client;
  /** The service that answered first. */
  service: ServiceFile;
  /** Stops the service if this command runs it. */
  close(): Promise<void>;
};

/**
 * Requests whose service ends before answering are sent again, to a service that another command has started meanwhile
 * or to our own. Only requests that may be repeated are allowed.
 *
 * @throws already_running, and every error that prevents a service from starting
 */
export async function connectService(
  config: Config,
  { clock, signal }: { clock: Clock; signal?: AbortSignal | undefined },
): Promise<ServiceClient> {
  let service: ServiceFile | null = null;
  let own: App | null = null;
  let reaching: Promise<ServiceFile> | null = null;
  const closing = new AbortController();

  const reach = async (lost: ServiceFile | null): Promise<ServiceFile> => {
    const reached = await reachService(config, { clock, lost, signal: closing.signal });
    own = reached.app;
    service = reached.service;
    return reached.service;
  };
  /** Requests that lose the same service share one search for the next. */
  const current = (lost: ServiceFile | null): Promise<ServiceFile> => {
    if (service !== null && service !== lost) return Promise.resolve(service);
    reaching ??= reach(lost).finally(() => {
      reaching = null;
    });
    return reaching;
  };
  const isGone = async (asked: ServiceFile) =>
    service !== asked || (own === null && !(await answers(asked, clock)));

  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = { ...init.headers, 'idempotency-key': randomUUID() };
    for (let lost: ServiceFile | null = null; ; ) {
      const asking = current(lost);
      const asked = await (init.signal ? abortable(asking, init.signal) : asking);
      try {
        const response = await sendTo(asked, path, { ...init, headers });
        // A different program on its port, or the service restarted, does not know the token.
        if (response.status !== 401 || !(await isGone(asked))) return response;
      } catch (error) {
        if (init.signal?.aborted || !(await isGone(asked))) throw error;
      }
      lost = asked;
    }
  };

  const close = async () => {
    closing.abort();
    await reaching?.catch(() => {});
    await own?.stop();
  };

  try {
    const first = current(null);
    return {
      service: await (signal ? abortable(first, signal) : first),
      client: createClient({ baseUrl: '', fetch: (path, init = {}) => send(String(path), init) }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A response counts once it has arrived completely; live events never end. */
async function sendTo(
  { url, token }: ServiceFile,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` };
  const response = await fetch(url + path, { ...init, headers });
  // A film is written to disk as it arrives.
  if (/^(?:text\/event-stream|audio\/|video\/)/.test(response.headers.get('content-type') ?? '')) {
    return response;
  }
  const body = await response.arrayBuffer();
  return new Response(body.byteLength === 0 ? null : body, response);
}
