import { networkInterfaces } from 'node:os';
import type { ErrorCode } from '../../../shared/error-catalogue.ts';

type GuardedRequest = {
  host: string | null;
  origin: string | null;
  /** `Sec-Fetch-Site` and `-Mode`, which browsers set and pages cannot forge. */
  fetchSite: string | null;
  fetchMode: string | null;
};

/**
 * Decides whether a request may come in at all, before anything else looks at it: the Host must be one of ours
 * (against DNS rebinding), and no page of another origin may ask (against cross-site requests).
 * Returns the error to answer with, or null.
 */
export function refuse(
  request: GuardedRequest,
  allowedHosts: ReadonlySet<string>,
): ErrorCode | null {
  const host = request.host?.toLowerCase() ?? '';
  if (!allowedHosts.has(host)) return 'forbidden_host';
  if (request.origin !== null && !isOwnOrigin(request.origin, allowedHosts)) {
    return 'forbidden_origin';
  }
  // A link on another page may open the window; it may not call the API or be framed.
  const foreign = request.fetchSite === 'cross-site' || request.fetchSite === 'same-site';
  if (foreign && request.fetchMode !== 'navigate') return 'forbidden_origin';
  return null;
}

function isOwnOrigin(origin: string, allowedHosts: ReadonlySet<string>): boolean {
  const match = /^https?:\/\/([^/]+)$/.exec(origin.toLowerCase());
  return match?.[1] !== undefined && allowedHosts.has(match[1]);
}

/** The Host values the service answers to: loopback, its public address, and its own ones when it listens there. */
export function allowedHosts(bound: {
  host: string;
  port: number;
  publicUrl: string | null;
}): Set<string> {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  if (!['127.0.0.1', 'localhost', '::1'].includes(bound.host))
    names.push(...ownAddresses(bound.host));
  const hosts = new Set(names.map((name) => `${name}:${bound.port}`));
  if (bound.port === 80) for (const name of names) hosts.add(name);
  if (bound.publicUrl !== null) hosts.add(new URL(bound.publicUrl).host);
  return hosts;
}

function ownAddresses(host: string): string[] {
  const everywhere = host === '0.0.0.0' || host === '::';
  const addresses = everywhere
    ? Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((a) => a.address))
    : [host];
  return addresses.map((address) => (address.includes(':') ? `[${address}]` : address));
}

/** What each answer says, whatever it is about: its name in the log, and that no other page may use it. */
export const answerHeaders = (requestId: string): Record<string, string> => ({
  'X-Request-Id': requestId,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
});
