import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';

export type SeenRequest = { path: string; headers: IncomingMessage['headers'] };

export type Origin = {
  /** `http://127.0.0.1:<port>`; also reachable as `localhost`. */
  url: string;
  port: number;
  /** Every request so far, the oldest first. */
  requests: SeenRequest[];
  close(): Promise<void>;
};

export type OriginHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** A real HTTP server on loopback that does what the test says. */
export async function startOrigin(handler: OriginHandler): Promise<Origin> {
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers });
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type Canary = { port: number; connections(): number; close(): Promise<void> };

/** Systems give none of these by themselves, so no other test's client still looks for a service there. */
const CANARY_PORTS = [20_000, 30_000] as const;

/** A listener to which no connection may ever be made. */
export async function startCanary(): Promise<Canary> {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  const listen = async (): Promise<number> => {
    const port = randomInt(...CANARY_PORTS);
    server.listen(port, '127.0.0.1');
    const taken = await once(server, 'listening').then(
      () => false,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EADDRINUSE') throw error;
        return true;
      },
    );
    return taken ? listen() : port;
  };
  const port = await listen();
  return {
    port,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export type ServedFile = {
  bytes: Uint8Array;
  etag: string;
  /** Milliseconds between two pieces of 256 KiB; all at once when left out. */
  paceMs?: number;
};

/** Serves bytes as a good file server does: with a validator, ranges, and If-Range. */
export function serveFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: ServedFile,
): void {
  const { bytes, etag } = file;
  const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? '');
  const fresh = request.headers['if-range'] === etag;
  if (range === null || !fresh) {
    response.writeHead(200, { etag, 'content-length': bytes.length, 'content-type': 'audio/mpeg' });
    send(response, bytes, file.paceMs);
    return;
  }
  const start = Number(range[1]);
  response.writeHead(206, {
    etag,
    'content-length': bytes.length - start,
    'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}`,
  });
  send(response, bytes.subarray(start), file.paceMs);
}

const PIECE_BYTES = 256 * 1024;

function send(response: ServerResponse, bytes: Uint8Array, paceMs: number | undefined): void {
  if (paceMs === undefined) {
    response.end(bytes);
    return;
  }
  let sent = 0;
  const pieces = setInterval(() => {
    response.write(bytes.subarray(sent, sent + PIECE_BYTES));
    sent += PIECE_BYTES;
    if (sent < bytes.length) return;
    clearInterval(pieces);
    response.end();
  }, paceMs);
  response.once('close', () => clearInterval(pieces));
}
