import { isIP } from 'node:net';
import { otherLink } from '../../shared/sources/link-in-text.ts';
import { AppError } from '../core/errors.ts';
import { toAppError } from '../core/system-errors.ts';
import { classifyAddress } from '../media/guard/address.ts';
import { isOurselves } from '../media/guard/url-guard.ts';
import { isLocalName, MEDIA_POLICY, parseUrl, webhookPolicy } from '../media/guard/url-policy.ts';
import type { Principal } from './principal.ts';

/** Checks a recording's URL when it is submitted, without resolving names. @throws invalid_url, blocked_address */
export function checkSource(url: string, { allowPrivate }: { allowPrivate: boolean }): void {
  const { host } = parseFor('url', () => parseUrl(url, MEDIA_POLICY), otherLink(url) ?? undefined);
  const isPrivate = isIP(host) === 0 ? isLocalName(host) : classifyAddress(host) !== 'public';
  if (isPrivate && !allowPrivate) throw new AppError('blocked_address', { param: 'url' });
}

/**
 * Checks a webhook's URL before its event is sent. Names are not resolved here: their addresses are checked at
 * delivery. Webhooks require https; those of test keys and the window may also use http on loopback.
 *
 * @throws invalid_url, blocked_address
 */
export function checkWebhook(
  url: string,
  principal: Principal,
  { allowPrivate, ownPort }: { allowPrivate: boolean; ownPort: number },
): void {
  const param = 'webhook_url';
  const refuse = (message: string) => new AppError('blocked_address', { param, message });
  const message =
    'A webhook goes to an https address without user name and password. With a test key, http on this machine will do.';
  const allowHttpLoopback = principal.kind === 'window' || principal.test;
  const policy = webhookPolicy({ allowHttpLoopback });
  const { url: parsed, host } = parseFor(param, () => parseUrl(url, policy), message);
  const address = knownAddress(host);
  const reach = address && classifyAddress(address);
  if (reach === 'never') {
    throw refuse(
      'A webhook goes to a server, not to a link-local, metadata, multicast or reserved address.',
    );
  }
  if (address && isOurselves(parsed, [address], ownPort)) {
    throw refuse('A webhook goes to Steno itself only at the address of GET /v1/webhooks/sink.');
  }
  if (reach && reach !== 'public' && !allowPrivate) {
    throw refuse('This service sends webhooks to public addresses only.');
  }
  if (parsed.protocol === 'http:' && reach !== 'loopback') {
    throw new AppError('invalid_url', { param, message });
  }
}

/** The address of a host that needs no DNS; null for other names. */
function knownAddress(host: string): string | null {
  if (isIP(host) !== 0) return host;
  return /(?:^|\.)localhost$/i.test(host) ? '127.0.0.1' : null;
}

/** Adds the request field with the invalid URL to the error. */
function parseFor<Result>(param: string, parse: () => Result, message?: string): Result {
  try {
    return parse();
  } catch (cause) {
    const error = toAppError(cause);
    throw new AppError(error.code, { param, message: message ?? error.message, cause });
  }
}
