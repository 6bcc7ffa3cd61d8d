import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Clock } from '../core/clock.ts';
import { AppError, isNodeError } from '../core/errors.ts';
import { answerBroken, answerSlow, refuseBroken } from './broken-requests.ts';
import type { HttpEnv } from './http-env.ts';

/** Long enough that a script which computes between two requests keeps its connection. */
const KEEP_ALIVE_MS = 30_000;
const OPTIONS = {
  maxHeaderSize: 16 * 1024,
  keepAliveTimeout: KEEP_ALIVE_MS,
  // `watchConnections` limits the time for headers; a whole upload may take hours, and JSON bodies have their own
  // deadline.
  headersTimeout: 0,
  requestTimeout: 0,
  // Notices a client that is gone without a word while its answer is being made.
  keepAlive: true,
  // The guard answers a request without a host in the common error format.
  requireHostHeader: false,
};
/** The listen backlog: with a smaller one, a burst of connections makes others wait a second. */
const MOST_WAITING = 4_096;
/** Requests in progress at shutdown get this long to end; idle connections do not delay it further. */
const CLOSING_MS = 1_000;

/** What the system says of an address to listen at that belongs to another machine, or to none. */
const NOT_OURS: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']);

type RunningServer = { port: number; close(): Promise<void> };

const usualLimits = (): ConnectionLimits => ({
  silentMs: 60_000,
  firstRequestMs: 10_000,
  // Longer than Node's timeout, which ends a completely idle connection.
  nextRequestMs: KEEP_ALIVE_MS + 2_000,
  most: mostConnections(),
});

/** @throws port_in_use; invalid_request for an address of another machine */
export async function listen(
  app: Hono<HttpEnv>,
  {
    host,
    port,
    clock,
    limits = usualLimits(),
  }: { host: string; port: number; clock: Clock; limits?: ConnectionLimits },
): Promise<RunningServer> {
  const listener = getRequestListener(app.fetch, { errorHandler: refuseBroken });
  const server = createServer(OPTIONS, listener);
  server.on('clientError', answerBroken);
  endSilent(server, limits.silentMs);
  await bind(server, host, port);
  const closed = new AbortController();
  watchConnections(server, { limits, clock, signal: closed.signal });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      closed.abort();
      await close(server, clock);
    },
  };
}

/** A response may take any time: the request for a long recording waits for its whole text. */
function endSilent(server: Server, silentMs: number): void {
  /** Those not answered yet, in the order in which their answers go out: clients may pipeline requests. */
  const asked = new WeakMap<Socket, Set<() => boolean>>();
  server.timeout = silentMs;
  server.on('request', (request, response) => {
    const isAnswering = () => request.complete && !response.headersSent;
    const all = asked.get(request.socket) ?? new Set();
    asked.set(request.socket, all.add(isAnswering));
    response.once('close', () => all.delete(isAnswering));
  });
  server.on('timeout', (socket) => {
    const [isAnswering] = asked.get(socket) ?? [];
    if (!isAnswering?.()) socket.destroy();
  });
}

/** Idle connections are closed at once: browsers keep spare connections open on which no request ever comes. */
async function close(server: Server, clock: Clock): Promise<void> {
  const grace = new AbortController();
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      grace.abort();
      resolve();
    });
  });
  await clock.sleep(CLOSING_MS, grace.signal).catch(() => {});
  server.closeAllConnections();
  await closed;
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(toBindError(error, host, port)));
    server.listen({ port, host, backlog: MOST_WAITING }, () => resolve());
  });
}

function toBindError(error: Error, host: string, port: number): Error {
  if (isNodeError(error) && error.code === 'EADDRINUSE') {
    return new AppError('port_in_use', {
      message: `Port ${port} on ${host} is taken by another program. Choose another with --port.`,
      cause: error,
    });
  }
  if (isNodeError(error) && error.code === 'EACCES') {
    return new AppError('port_in_use', {
      message: `The system keeps port ${port} for its administrators. Choose one above 1023 with --port.`,
      cause: error,
    });
  }
  if (isNodeError(error) && NOT_OURS.has(error.code ?? '')) {
    return new AppError('invalid_request', {
      message: `--host ${host} is no address of this machine. Leave it out, or give one of those that "ip address" or "ipconfig" lists.`,
      cause: error,
    });
  }
  return error;
}

export type ConnectionLimits = {
  /** How long nothing may arrive of a request, or be taken of a response, in milliseconds. */
  silentMs: number;
  /** How long a new connection may take to send the complete headers of its first request, in milliseconds. */
  firstRequestMs: number;
  /** The same after the response to its last request. */
  nextRequestMs: number;
  most: number;
};

/** A connection without a request in progress. */
type Waiting = {
  /** Monotonic time. */
  until: number;
  /** Bytes received when it started to wait: more means that a request has begun. */
  bytesRead: number;
  ended: boolean;
};

const CHECK_MS = 2_000;
const MOST_CONNECTIONS = 2_048;

/**
 * Keeps idle connections from using up all places. Those that wait too long are closed; at the limit, each new
 * connection replaces the one that has waited longest. A connection with a request in progress, such as an upload or
 * live events, is left alone. Once `signal` has aborted, none may wait any more.
 */
export function watchConnections(
  server: Server,
  { limits, clock, signal }: { limits: ConnectionLimits; clock: Clock; signal: AbortSignal },
): void {
  /** In the order in which they started to wait. */
  const waiting = new Map<Socket, Waiting>();
  /** The other connections, with their requests in progress: clients may pipeline requests. */
  const asking = new Map<Socket, number>();

  const wait = (socket: Socket, ms: number): void => {
    if (signal.aborted) {
      socket.destroySoon();
      return;
    }
    waiting.set(socket, {
      until: clock.mono() + ms,
      bytesRead: socket.bytesRead,
      ended: false,
    });
  };
  const drop = (socket: Socket): void => {
    waiting.delete(socket);
    socket.destroy();
  };

  server.on('connection', (socket) => {
    socket.once('close', () => {
      waiting.delete(socket);
      asking.delete(socket);
    });
    wait(socket, limits.firstRequestMs);
    const [longest] = waiting.keys();
    // If all others have requests in progress, the oldest waiting one is the new connection.
    if (longest && waiting.size + asking.size > limits.most) drop(longest);
  });

  server.on('request', ({ socket }, response) => {
    waiting.delete(socket);
    asking.set(socket, (asking.get(socket) ?? 0) + 1);
    response.once('close', () => {
      if (socket.destroyed) return;
      const left = (asking.get(socket) ?? 1) - 1;
      if (left > 0) {
        asking.set(socket, left);
      } else {
        asking.delete(socket);
        wait(socket, limits.nextRequestMs);
      }
    });
  });

  const check = (): void => {
    const now = clock.mono();
    for (const [socket, state] of waiting) {
      if (now < state.until) continue;
      if (state.ended) {
        // The client did not even read the few bytes of its response.
        drop(socket);
      } else {
        state.ended = true;
        if (socket.bytesRead > state.bytesRead) answerSlow(socket);
        else socket.destroy();
      }
    }
  };
  void repeat(check, clock, signal);
  signal.addEventListener('abort', () => {
    for (const socket of waiting.keys()) drop(socket);
  });
}

async function repeat(work: () => void, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await clock.sleep(CHECK_MS, signal).then(work, () => {});
  }
}

/** More than one machine's programs and browsers need, and at most half of the files that may be open. */
export function mostConnections(): number {
  return Math.min(MOST_CONNECTIONS, Math.floor(maxOpenFiles() / 2));
}

/** How many files this process may have open; infinite if the system does not say. */
function maxOpenFiles(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
