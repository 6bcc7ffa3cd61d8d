/** A loopback proxy for one job: the only network access for a program that fetches by itself. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect } from 'node:net';
import { type Duplex, pipeline, Transform } from 'node:stream';
import type { ErrorCode } from '../../../shared/error-catalogue.ts';
import { AppError } from '../../core/errors.ts';
import { isSameSecret, newToken } from '../../core/ids.ts';
import { toAppError } from '../../core/system-errors.ts';
import { type CheckedUrl, pinnedLookup, type UrlGuard } from './url-guard.ts';

const MAX_CONNECTIONS = 64;

type EgressProxy = {
  /** Includes the password: `http://job:<password>@127.0.0.1:<port>`. */
  url: string;
  /** Why requests were refused or failed, to explain why the job failed. */
  refusals: ReadonlySet<ErrorCode>;
  /** Closes every connection and revokes the password. */
  close(): Promise<void>;
};

export type EgressProxyOptions = {
  guard: UrlGuard;
  /** The page the user submitted: nothing more private than it can be reached. */
  page: CheckedUrl;
  /** Limit for all received bytes together. */
  maxBytes: number;
  /** Called with the number of bytes whenever data arrives. */
  onTraffic: (bytes: number) => void;
};

/** Listens on a free port of 127.0.0.1. Connects only to addresses that were checked, exactly as they were checked. */
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
        // The user never saw this address, so any problem with it is reported as the page's.
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

/** Every connection of the proxy, on both sides. */
function createConnections() {
  const open = new Set<Duplex>();
  let ended = false;
  return {
    ended: () => ended,
    keep<Stream extends Duplex>(stream: Stream): Stream {
      open.add(stream);
      stream.on('error', () => undefined); // the pipeline ends the other side
      stream.once('close', () => open.delete(stream));
      return stream;
    },
    end(): void {
      ended = true;
      for (const stream of open) stream.destroy();
    },
  };
}

/** Creates a pass-through stream per connection; all of them share one byte count. */
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

/** Hop-by-hop headers, which apply to a single connection (RFC 9110 §7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What forwarding and tunneling share. */
type Exchange = {
  /** Whether the request carries the job's password. */
  mayUse(request: IncomingMessage): boolean;
  check(url: string): Promise<CheckedUrl | AppError>;
  /** Counts what arrives over one connection. */
  meter(): Transform;
  /** Registers a connection, so that it closes with the proxy. */
  keep<Stream extends Duplex>(stream: Stream): Stream;
  note(refusal: ErrorCode): void;
};

/** Forwards a request unchanged, except for the headers of the connection to the proxy. */
async function forwardHttp(
  exchange: Exchange,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!exchange.mayUse(request)) return refuse(response, 407);
  const checked = await exchange.check(request.url ?? '');
  if (checked instanceof AppError) return refuse(response, statusOf(checked));
  if (checked.url.protocol !== 'http:') return refuse(response, 400);
  const upstream = requestHttp(checked.url, {
    method: request.method,
    headers: { ...endToEnd(request.headers), host: checked.url.host },
    lookup: pinnedLookup(checked),
    agent: false,
  });
  upstream.on('socket', exchange.keep);
  upstream.on('response', (answer) => {
    const { statusCode = 0 } = answer;
    response.writeHead(statusCode < 200 ? 502 : statusCode, endToEnd(answer.headers));
    pipeline(answer, exchange.meter(), response, () => undefined);
  });
  upstream.on('error', () => {
    exchange.note('source_unreachable');
    if (response.headersSent) response.destroy();
    else refuse(response, 502);
  });
  response.once('close', () => upstream.destroy());
  request.pipe(upstream);
}

/** Connects to the host that a CONNECT request names (RFC 9110 §9.3.6); the client verifies the certificate. */
async function openTunnel(
  exchange: Exchange,
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
): Promise<void> {
  const answer = (status: number) => client.end(statusLine(status));
  if (!exchange.mayUse(request)) {
    answer(407);
    return;
  }
  const checked = await exchange.check(`https://${request.url}/`);
  if (checked instanceof AppError) {
    answer(statusOf(checked));
    return;
  }
  const host = checked.url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(checked.url.port || 443);
  const upstream = exchange.keep(connect({ host, port, lookup: pinnedLookup(checked) }));
  const onFailure = () => {
    exchange.note('source_unreachable');
    answer(502);
  };
  upstream.once('error', onFailure);
  upstream.once('connect', () => {
    upstream.off('error', onFailure);
    client.write(statusLine(200));
    upstream.write(head);
    pipeline(client, upstream, () => undefined);
    pipeline(upstream, exchange.meter(), client, () => undefined);
  });
  client.once('close', () => upstream.destroy());
}

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));
}

function statusOf(error: AppError): number {
  return error.code === 'source_unreachable' ? 502 : 403;
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { ...challenge(status), connection: 'close' }).end();
}

function challenge(status: number): Record<string, string> {
  return status === 407 ? { 'proxy-authenticate': 'Basic realm="Steno"' } : {};
}

function statusLine(status: number): string {
  const headers = Object.entries(challenge(status)).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${status === 200 ? 'OK' : 'Refused'}\r\n${headers.join('')}\r\n`;
}
