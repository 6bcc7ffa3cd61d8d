import { once } from 'node:events';
import { createServer } from 'node:net';
import { succeeds } from '../core/errors.ts';

const MOST_TRIED = 100;

/**
 * The port, or the next above it that is free: of several people at one computer, each has a Steno. The port itself
 * where none is.
 */
export async function freePort(host: string, port: number): Promise<number> {
  const last = Math.min(port + MOST_TRIED, 65_535);
  for (let tried = port; tried <= last; tried++) {
    if (await succeeds(tryToListen(host, tried))) return tried;
  }
  return port;
}

async function tryToListen(host: string, port: number): Promise<void> {
  const server = createServer().listen({ host, port });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
