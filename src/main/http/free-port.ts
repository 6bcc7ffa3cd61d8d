import { once } from 'node:events';
import { createServer } from 'node:net';
import { isNodeError } from '../core/errors.ts';

const MOST_TRIED = 100;

/**
 * The port, or the next above it that is free: of several people at one computer, each has a Steno. The port itself
 * where none is, or for another reason than that it is taken.
 */
export async function freePort(host: string, port: number): Promise<number> {
  const last = Math.min(port + MOST_TRIED, 65_535);
  for (let tried = port; tried <= last; tried++) {
    const fault = await faultOf(host, tried);
    if (fault === null) return tried;
    if (!isNodeError(fault) || fault.code !== 'EADDRINUSE') return port;
  }
  return port;
}

/** Why nobody can listen there; null if one can. */
async function faultOf(host: string, port: number): Promise<unknown> {
  const server = createServer().listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    return error;
  }
  server.close();
  await once(server, 'close');
  return null;
}
