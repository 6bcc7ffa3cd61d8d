import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from './certificates.ts';

export type ReceivedWebhook = {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  /** In the order and spelling they were sent in. */
  headerNames: string[];
  body: string;
};

/** Answers a request; the whole body has arrived. */
export type ReceiverAnswer = (response: ServerResponse, webhook: ReceivedWebhook) => void;

export type WebhookReceiver = {
  /** `https://localhost:<port>/hook`, or http without a certificate. */
  url: string;
  /** Every request so far, the oldest first. */
  received: ReceivedWebhook[];
  /** Delivery ids in order. */
  deliveryIds(): string[];
  /** Answers differently from now on. */
  answer(next: ReceiverAnswer): void;
  close(): Promise<void>;
};

export const status =
  (code: number, headers: Record<string, string> = {}): ReceiverAnswer =>
  (response) => {
    response.writeHead(code, headers).end();
  };

/** Never answers. */
export const silence: ReceiverAnswer = () => {};

/** A real receiver on loopback that does what the test says. */
export async function startReceiver(
  certificate: Certificate | null,
  first: ReceiverAnswer = status(200),
): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let answer = first;
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const webhook = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      headerNames: request.rawHeaders.filter((_, index) => index % 2 === 0),
      body,
    };
    received.push(webhook);
    answer(response, webhook);
  };
  const server = certificate ? createServer(certificate, listener) : createHttpServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${certificate ? 'https' : 'http'}://localhost:${port}/hook`,
    received,
    deliveryIds: () => received.map((webhook) => String(webhook.headers['x-service-delivery'])),
    answer: (next) => {
      answer = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
