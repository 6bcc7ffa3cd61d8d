import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Clock } from '../clock.ts';
import { AppError, isNodeError } from '../errors.ts';
import { answerBroken, refuseBroken } from './broken-requests.ts';
import type { HttpEnv } from './env.ts';

/** A slow or silent peer holds a connection no longer than this; uploads and live events keep it busy. */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  // A whole upload may take hours; JSON bodies have their own deadline, silent sockets the idle limit below.
  requestTimeout: 0,
  connectionsCheckingInterval: 2_000,
  // Long enough that a script which computes between two requests does not find its connection cut.
  keepAliveTimeout: 30_000,
  // The guard answers a request without a host, in the shape of all errors.
  requireHostHeader: false,
};
const IDLE_MS = 60_000;
const MAX_CONNECTIONS = 256;
/** What is under way when the service stops gets this long to end; silent connections do not hold it up longer. */
const CLOSING_MS = 1_000;

export type RunningServer = { port: number; close(): Promise<void> };

/** @throws port_in_use */
export async function listen(
  app: Hono<HttpEnv>,
  { host, port, clock }: { host: string; port: number; clock: Clock },
): Promise<RunningServer> {
  const listener = getRequestListener(app.fetch, { errorHandler: refuseBroken });
  const server = createServer(LIMITS, listener);
  server.on('clientError', answerBroken);
  server.maxConnections = MAX_CONNECTIONS;
  server.timeout = IDLE_MS;
  await bind(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    close: () => close(server, clock),
  };
}

/** Browsers keep spare connections open, on which nothing may ever be asked. */
async function close(server: Server, clock: Clock): Promise<void> {
  const grace = new AbortController();
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      grace.abort();
      resolve();
    });
  });
  server.closeIdleConnections();
  await clock.sleep(CLOSING_MS, grace.signal).catch(() => {});
  server.closeAllConnections();
  await closed;
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(toBindError(error, host, port)));
    server.listen(port, host, () => resolve());
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
