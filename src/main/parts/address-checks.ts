import { isIP } from 'node:net';
import { AppError, toAppError } from '../errors.ts';
import { classifyAddress } from '../media/guard/address.ts';
import { isLocalName, MEDIA_POLICY, parseUrl, webhookPolicy } from '../media/guard/url-policy.ts';
import type { Principal } from '../services/principal.ts';

/** What can be said of a recording's address when it is submitted. @throws invalid_url, blocked_address */
export function checkSource(url: string, { allowPrivate }: { allowPrivate: boolean }): void {
  const { host } = parseFor('url', () => parseUrl(url, MEDIA_POLICY));
  const isPrivate = isIP(host) === 0 ? isLocalName(host) : classifyAddress(host) !== 'public';
  if (isPrivate && !allowPrivate) throw new AppError('blocked_address', { param: 'url' });
}

/** Webhooks go to https addresses; those of test keys and the window also to http on this machine. */
export function checkWebhook(url: string, principal: Principal): void {
  const allowHttpLoopback = principal.kind === 'window' || principal.test;
  parseFor(
    'webhook_url',
    () => {
      const parsed = parseUrl(url, webhookPolicy({ allowHttpLoopback }));
      if (parsed.url.protocol === 'http:' && !isLoopback(parsed.host)) {
        throw new AppError('invalid_url');
      }
    },
    'A webhook goes to an https address without user name and password.',
  );
}

function isLoopback(host: string): boolean {
  return isIP(host) === 0 ? /(?:^|\.)localhost$/i.test(host) : classifyAddress(host) === 'loopback';
}

/** Says which field of the request the wrong address stood in. */
function parseFor<Result>(param: string, parse: () => Result, message?: string): Result {
  try {
    return parse();
  } catch (cause) {
    const error = toAppError(cause);
    throw new AppError(error.code, { param, message: message ?? error.message, cause });
  }
}
