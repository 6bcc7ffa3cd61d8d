import { networkInterfaces } from 'node:os';
import type { ErrorCode } from '../../../shared/error-catalogue.ts';

type GuardedRequest = {
  host: string | null;
  origin: string | null;
  /** `Sec-Fetch-Site` and `-Mode`, which browsers set and pages cannot forge (W3C Fetch Metadata). */
  fetchSite: string | null;
  fetchMode: string | null;
};

/**
 * Decides whether a request is admitted, before anything else examines it: the Host must be one of ours (against DNS
 * rebinding), and pages of other origins are refused (against cross-site request forgery). Returns the error to answer
 * with, or null.
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
  // A link on another page may open the window, but must not call the API or frame the window.
  const foreign = request.fetchSite === 'cross-site' || request.fetchSite === 'same-site';
  if (foreign && request.fetchMode !== 'navigate') return 'forbidden_origin';
  return null;
}

function isOwnOrigin(origin: string, allowedHosts: ReadonlySet<string>): boolean {
  const match = /^https?:\/\/([^/]+)$/.exec(origin.toLowerCase());
  return match?.[1] !== undefined && allowedHosts.has(match[1]);
}

export const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1']);

/** The accepted Host values: loopback, the public address, and the machine's own addresses when it listens there. */
export function allowedHosts(bound: {
  host: string;
  port: number;
  publicUrl: string | null;
}): Set<string> {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  if (!LOOPBACK.has(bound.host)) names.push(...ownAddresses(bound.host));
  const hosts = new Set(names.map((name) => `${name}:${bound.port}`));
  if (bound.port === 80) for (const name of names) hosts.add(name);
  if (bound.publicUrl !== null) {
    const url = new URL(bound.publicUrl);
    // Some proxies name the port even where it is the usual one.
    for (const host of [url.host, `${url.hostname}:${portOf(url)}`]) hosts.add(host);
  }
  return hosts;
}

export const portOf = ({ port, protocol }: URL): number =>
  port === '' ? ({ 'http:': 80, 'https:': 443 }[protocol] ?? 0) : Number(port);

function ownAddresses(host: string): string[] {
  const everywhere = host === '0.0.0.0' || host === '::';
  const addresses = everywhere
    ? Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((a) => a.address))
    : [host];
  return addresses.map((address) => (address.includes(':') ? `[${address}]` : address));
}

/** Headers of every response: the request id for the log, and no use by other origins. */
export const answerHeaders = (requestId: string): Record<string, string> => ({
  'X-Request-Id': requestId,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
});
