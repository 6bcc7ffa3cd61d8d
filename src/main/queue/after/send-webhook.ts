import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { DeliveryOutcome, WebhookEventType } from '../../../shared/webhooks.ts';
import type { Clock } from '../../core/clock.ts';
import { abortable, within } from '../../core/deadline.ts';
import { AppError, isNodeError } from '../../core/errors.ts';

/** From connecting to the last header of the response. */
export const ANSWER_TIMEOUT_MS = 10_000;
/** Reading a little of the response lets a receiver finish; its content does not matter. */
const DRAIN_BYTES = 64 * 1024;
const DRAIN_MS = 1000;
/** More interim responses (1xx) than any receiver needs: a flood of them would block the event loop. */
const MAX_INTERIM_ANSWERS = 5000;
/** Node's and OpenSSL's codes for certificate and handshake errors. */
const TLS_CODE =
  /^(?:CERT_|CRL_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_|HOSTNAME_|PATH_LENGTH_|EPROTO$)/;

/** A receiver that may be contacted, and the lookup that allows only its checked addresses. */
type WebhookTarget = { url: URL; lookup: LookupFunction };

/** Checks a URL. @throws AppError `source_unreachable` when its name does not resolve, others when it is forbidden */
export type OpenTarget = (address: {
  url: string;
  allowHttpLoopback: boolean;
}) => Promise<WebhookTarget>;

export type SendResult = {
  kind: Exclude<DeliveryOutcome, 'sending'>;
  statusCode: number | null;
};

export type SendOptions = {
  url: string;
  allowHttpLoopback: boolean;
  event: WebhookEventType;
  deliveryId: string;
  body: Uint8Array;
  openTarget: OpenTarget;
  clock: Clock;
  signal: AbortSignal;
};

class TimeoutError extends Error {}

/** One attempt: a POST that follows no redirect. Never throws; an abort is `interrupted`. */
export async function sendWebhook(options: SendOptions): Promise<SendResult> {
  const { url, allowHttpLoopback, signal } = options;
  try {
    const target = await inTime(options, () => options.openTarget({ url, allowHttpLoopback }));
    return await post(target, options);
  } catch (error) {
    return { kind: signal.aborted ? 'interrupted' : kindOf(error), statusCode: null };
  }
}

async function post(target: WebhookTarget, options: SendOptions): Promise<SendResult> {
  const request = begin(target, options);
  try {
    const response = await inTime(options, () => answerTo(request));
    await drain(response, options.clock);
    const { statusCode = 0 } = response;
    return { kind: statusCode >= 200 && statusCode < 300 ? 'ok' : 'http', statusCode };
  } finally {
    request.destroy();
  }
}

/** Connects and sends. Uses Node's client, because undici treats `100 Continue` as a broken response. */
function begin({ url, lookup }: WebhookTarget, options: SendOptions): ClientRequest {
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: 'POST',
    headers: {
      'X-Service-Event': options.event,
      'X-Service-Delivery': options.deliveryId,
      'Content-Type': 'application/json',
      'User-Agent': 'Service-Webhooks/1.0',
    },
    lookup,
    rejectUnauthorized: true,
    // A separate connection: not kept alive, and not through a proxy from the environment.
    agent: false,
  });
  return request.on('error', () => undefined).end(options.body);
}

/** The final response; interim ones before it, such as `100 Continue` (RFC 9110 §15.2), are ignored. */
function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  let interim = 0;
  return new Promise((resolve, reject) => {
    request.on('information', () => {
      interim += 1;
      if (interim > MAX_INTERIM_ANSWERS) request.destroy();
    });
    request.once('response', resolve);
    request.once('error', reject);
    request.once('close', () => reject(new Error('The connection was closed without an answer.')));
  });
}

/** Limits a step to ten seconds and aborts it at shutdown. @throws TimeoutError */
const inTime = <Result>(
  { clock, signal }: Pick<SendOptions, 'clock' | 'signal'>,
  step: () => Promise<Result>,
): Promise<Result> =>
  within({ clock, ms: ANSWER_TIMEOUT_MS, late: new TimeoutError(), signal }, (over) =>
    abortable(step(), over),
  );

/** The status has decided the outcome; later errors change nothing. */
async function drain(body: IncomingMessage, clock: Clock): Promise<void> {
  const ended = new AbortController();
  body.on('error', () => undefined);
  const read = async () => {
    let left = DRAIN_BYTES;
    for await (const chunk of body) {
      left -= (chunk as Buffer).length;
      if (left <= 0) return;
    }
  };
  try {
    await Promise.race([read(), clock.sleep(DRAIN_MS, ended.signal)]);
  } catch {
    // The receiver closed the connection.
  } finally {
    ended.abort();
    body.destroy();
  }
}

function kindOf(error: unknown): SendResult['kind'] {
  if (error instanceof TimeoutError) return 'timeout';
  if (error instanceof AppError) {
    return error.code === 'source_unreachable' ? 'connection_error' : 'blocked_address';
  }
  return isNodeError(error) && TLS_CODE.test(error.code ?? '') ? 'tls_error' : 'connection_error';
}
