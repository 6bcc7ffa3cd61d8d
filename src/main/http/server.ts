import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { AppError, isNodeError } from '../errors.ts';
import type { HttpEnv } from './env.ts';

/** A slow or silent peer holds a connection no longer than this; uploads and live events keep it busy. */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  // A whole upload may take hours; JSON bodies have their own deadline, silent sockets the idle limit below.
  requestTimeout: 0,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 5_000,
};
const IDLE_MS = 60_000;
const MAX_CONNECTIONS = 256;

export type RunningServer = { port: number; close(): Promise<void> };

/** @throws port_in_use */
export async function listen(
  app: Hono<HttpEnv>,
  { host, port }: { host: string; port: number },
): Promise<RunningServer> {
  const server = createServer(LIMITS, getRequestListener(app.fetch));
  server.maxConnections = MAX_CONNECTIONS;
  server.timeout = IDLE_MS;
  await bind(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
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
