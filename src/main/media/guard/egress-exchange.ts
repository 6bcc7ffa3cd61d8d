/** What the egress proxy does with a request: plain http is sent on, everything else gets a tunnel. */
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import { connect } from 'node:net';
import { type Duplex, pipeline, type Transform } from 'node:stream';
import type { ErrorCode } from '../../../shared/error-catalogue.ts';
import { AppError } from '../../errors.ts';
import { pinnedLookup } from './pinned-agent.ts';
import type { CheckedUrl } from './url-guard.ts';

/** RFC 9110, section 7.6.1: these concern one connection only. */
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

/** What the two ways out share. */
export type Exchange = {
  /** Whether the request carries the job's password. */
  mayUse(request: IncomingMessage): boolean;
  check(url: string): Promise<CheckedUrl | AppError>;
  /** Counts what comes in over one connection. */
  meter(): Transform;
  /** Sees to it that a connection ends with the proxy. */
  keep<Stream extends Duplex>(stream: Stream): Stream;
  note(refusal: ErrorCode): void;
};

/** Sends a request on as it is, but for what concerns the connection to the proxy. */
export async function forwardHttp(
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

/** Connects to the host a CONNECT names; certificates are verified by who asked for it. */
export async function openTunnel(
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
