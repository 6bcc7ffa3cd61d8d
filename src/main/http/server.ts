import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Clock } from '../clock.ts';
import { AppError, isNodeError } from '../errors.ts';
import { answerBroken, refuseBroken } from './broken-requests.ts';
import { type ConnectionLimits, mostConnections, watchConnections } from './connections.ts';
import type { HttpEnv } from './env.ts';

/** Long enough that a script which computes between two requests does not find its connection cut. */
const KEEP_ALIVE_MS = 30_000;
const OPTIONS = {
  maxHeaderSize: 16 * 1024,
  keepAliveTimeout: KEEP_ALIVE_MS,
  // How long a head may take is seen to by `watchConnections`; a whole upload may take hours, and JSON bodies have
  // their own deadline.
  headersTimeout: 0,
  requestTimeout: 0,
  // The guard answers a request without a host, in the shape of all errors.
  requireHostHeader: false,
};
/** Nothing may come or go for this long while a request is in progress. */
const IDLE_MS = 60_000;
/** Connections that the system keeps until they are taken: with fewer, a burst of them makes others wait a second. */
const MOST_WAITING = 4_096;
/** What is under way when the service stops gets this long to end; silent connections do not hold it up longer. */
const CLOSING_MS = 1_000;

export type RunningServer = { port: number; close(): Promise<void> };

const usualLimits = (): ConnectionLimits => ({
  firstRequestMs: 10_000,
  // Later than Node, which ends a connection that is silent altogether.
  nextRequestMs: KEEP_ALIVE_MS + 2_000,
  most: mostConnections(),
});

/** @throws port_in_use */
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
  server.timeout = IDLE_MS;
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

/** What waits for a request is gone already: browsers keep spare connections open, on which nothing is ever asked. */
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
  return error;
}
