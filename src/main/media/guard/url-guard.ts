/**
 * The egress guard (against SSRF): decides whether a user-supplied address may be connected to, and pins the result.
 */
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Agent } from 'undici';
import { AppError } from '../../core/errors.ts';
import { canonicalAddress, classifyAddress, type Reach } from './address.ts';
import { type EgressPolicy, isLocalName, parseUrl } from './url-policy.ts';

export type ResolvedAddress = { address: string; family: number };
type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** A URL that may be requested, but only at these exact addresses (see `createPinnedAgent`). */
export type CheckedUrl = {
  /** Without user name and password. */
  url: URL;
  /** The `Authorization` value made from the URL's user name and password. */
  authorization: string | null;
  addresses: readonly ResolvedAddress[];
  reach: Exclude<Reach, 'never'>;
};

export type UrlGuard = {
  /**
   * Resolves the host once and checks every address. `from` is the page that redirected here: a redirect must not lead
   * to a more private address.
   *
   * @throws AppError `invalid_url`, `blocked_address`, or `source_unreachable` when the name does not resolve
   */
  check(raw: string, from?: CheckedUrl): Promise<CheckedUrl>;
};

export type UrlGuardOptions = {
  policy: EgressPolicy;
  /** Whether loopback and the local network may be reached at all. */
  allowPrivate: boolean;
  /** The port our own server listens on; `null` before it listens. */
  ownPort: () => number | null;
  resolve?: Resolve;
};

const PRIVACY = { public: 0, private: 1, loopback: 2 } as const;

export function createUrlGuard(options: UrlGuardOptions): UrlGuard {
  const {
    policy,
    allowPrivate,
    ownPort,
    resolve = (hostname) => lookup(hostname, { all: true }),
  } = options;

  async function addressesOf(host: string): Promise<readonly ResolvedAddress[]> {
    const family = isIP(host);
    if (family !== 0) return [{ address: host, family }];
    const answers = await resolve(host).catch((cause: unknown) => {
      throw new AppError('source_unreachable', { cause });
    });
    if (answers.length === 0) throw new AppError('source_unreachable');
    return answers;
  }

  return {
    async check(raw, from) {
      const { url, host, authorization } = parseUrl(raw, policy);
      const addresses = await addressesOf(host);
      const found = addresses.map(({ address }) => address);
      const reach = reachOf(found);
      if (reach === 'never' || isOurselves(url, found, ownPort())) throw blocked();
      if (reach !== 'public') {
        const named = isIP(host) !== 0 || isLocalName(host);
        if (!allowPrivate || (policy.privateOnlyIfNamed && !named)) throw blocked();
      }
      if (from !== undefined && PRIVACY[reach] > PRIVACY[from.reach]) throw blocked();
      if (url.protocol === 'http:' && policy.http === 'loopback' && reach !== 'loopback') {
        throw new AppError('invalid_url');
      }
      return { url, authorization, addresses, reach };
    },
  };
}

/** The most private of all addresses, because the connection may go to any of them. */
function reachOf(addresses: readonly string[]): Reach {
  const found = new Set(addresses.map(classifyAddress));
  if (found.has('never')) return 'never';
  if (found.has('loopback')) return 'loopback';
  return found.has('private') ? 'private' : 'public';
}

/**
 * Whether a URL with one of these addresses leads to our own server, which may listen on any address of this machine.
 */
export function isOurselves(
  url: URL,
  addresses: readonly string[],
  ownPort: number | null,
): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  if (port !== ownPort) return false;
  const local = new Set(
    Object.values(networkInterfaces()).flatMap((list) =>
      (list ?? []).map(({ address }) => canonicalAddress(address)),
    ),
  );
  return addresses.some(
    (address) => classifyAddress(address) === 'loopback' || local.has(canonicalAddress(address)),
  );
}

function blocked(): AppError {
  return new AppError('blocked_address');
}

/** Answers every lookup with the checked addresses, whatever name is requested. */
export function pinnedLookup(checked: CheckedUrl): LookupFunction {
  return (_hostname, options, callback) => {
    const wanted = checked.addresses.filter(
      ({ family }) => !options.family || options.family === family,
    );
    const [first] = wanted;
    if (first === undefined) {
      const error: NodeJS.ErrnoException = new Error('no checked address of this family');
      error.code = 'ENOTFOUND';
      callback(error, []);
    } else if (options.all) {
      callback(null, [...wanted]);
    } else {
      callback(null, first.address, first.family);
    }
  };
}

/**
 * An agent for one checked URL that can connect only to the addresses that were checked: no second DNS lookup (against
 * DNS rebinding), no proxy from the environment, certificates always verified. The caller must destroy it and enforce
 * timeouts.
 */
export function createPinnedAgent(checked: CheckedUrl): Agent {
  return new Agent({
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { lookup: pinnedLookup(checked), timeout: 0, rejectUnauthorized: true },
  });
}
