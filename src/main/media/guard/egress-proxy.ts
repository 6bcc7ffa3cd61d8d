/** A loopback proxy for one job: the only way out for a program that fetches by itself. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type Duplex, Transform } from 'node:stream';
import type { ErrorCode } from '../../../shared/error-catalogue.ts';
import { AppError, toAppError } from '../../errors.ts';
import { isSameSecret, newToken } from '../../ids.ts';
import { type Exchange, forwardHttp, openTunnel } from './egress-exchange.ts';
import type { CheckedUrl, UrlGuard } from './url-guard.ts';

const MAX_CONNECTIONS = 64;

export type EgressProxy = {
  /** With its password in it: `http://job:<password>@127.0.0.1:<port>`. */
  url: string;
  /** Why something was refused or not reached, for telling why the job failed. */
  refusals: ReadonlySet<ErrorCode>;
  /** Ends every connection; the password is void from then on. */
  close(): Promise<void>;
};

export type EgressProxyOptions = {
  guard: UrlGuard;
  /** What the person named: nothing more private than this is reached. */
  page: CheckedUrl;
  /** How much may come in altogether. */
  maxBytes: number;
  /** Told whenever something comes in, and how much. */
  onTraffic: (bytes: number) => void;
};

/** Listens on a free port of 127.0.0.1. Connects to checked addresses only, and to each as it was checked. */
export async function startEgressProxy(options: EgressProxyOptions): Promise<EgressProxy> {
  const password = newToken();
  const refusals = new Set<ErrorCode>();
  const connections = createConnections();
  const meter = createMeter(options, () => {
    refusals.add('source_too_large');
    connections.end();
  });
  const exchange: Exchange = {
    mayUse: passwordCheck(password),
    async check(url) {
      try {
        const checked = await options.guard.check(url, options.page);
        return connections.ended() ? new AppError('canceled') : checked;
      } catch (thrown) {
        const error = toAppError(thrown);
        // The person never saw this address: whatever is wrong with it is the page's fault.
        refusals.add(error.code === 'invalid_url' ? 'blocked_address' : error.code);
        return error;
      }
    },
    meter,
    keep: connections.keep,
    note: (refusal) => refusals.add(refusal),
  };
  const server = createServer((request, response) => {
    forwardHttp(exchange, request, response).catch(() => response.destroy());
  });
  server.on('connection', connections.keep);
  server.on('connect', (request, client, head) => {
    openTunnel(exchange, request, client, head).catch(() => client.destroy());
  });
  server.maxConnections = MAX_CONNECTIONS;
  const port = await listenOnLoopback(server);
  return {
    url: `http://job:${password}@127.0.0.1:${port}`,
    refusals,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        connections.end();
      }),
  };
}

function passwordCheck(password: string): (request: IncomingMessage) => boolean {
  const wanted = `Basic ${Buffer.from(`job:${password}`).toString('base64')}`;
  return ({ headers }) => isSameSecret(headers['proxy-authorization'] ?? '', wanted);
}

/** Every connection of the proxy, to both sides. */
function createConnections() {
  const open = new Set<Duplex>();
  let ended = false;
  return {
    ended: () => ended,
    keep<Stream extends Duplex>(stream: Stream): Stream {
      open.add(stream);
      stream.on('error', () => undefined); // the other side is ended by its pipeline
      stream.once('close', () => open.delete(stream));
      return stream;
    },
    end(): void {
      ended = true;
      for (const stream of open) stream.destroy();
    },
  };
}

/** A pass-through for each connection, all of which count together. */
function createMeter({ maxBytes, onTraffic }: EgressProxyOptions, onTooMuch: () => void) {
  let received = 0;
  return () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        received += chunk.length;
        onTraffic(chunk.length);
        if (received <= maxBytes) return done(null, chunk);
        onTooMuch();
        return done(new AppError('source_too_large'));
      },
    });
}

async function listenOnLoopback(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new AppError('internal');
  return address.port;
}
