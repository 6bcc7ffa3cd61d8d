import type { MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Access } from '../../../shared/routes/route.ts';
import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { KeyService } from '../../services/accounts/key.service.ts';
import type { Revocations, SessionService } from '../../services/accounts/session.service.ts';
import { type Principal, WINDOW } from '../../services/principal.ts';
import type { HttpEnv } from '../serve.ts';

/** Who makes the request, and the id of the key or session; null for commands of the same user. */
type Caller = { principal: Principal; grant: string | null };

/**
 * Cookies are not separated by port (RFC 6265 §8.5), so two services on one machine need two names; several behind one
 * public address have the same.
 */
export const sessionCookie = (baseUrl: string): string =>
  `steno_session_${portOf(new URL(baseUrl))}`;

export const portOf = ({ port, protocol }: URL): number =>
  port === '' ? ({ 'http:': 80, 'https:': 443 }[protocol] ?? 0) : Number(port);

/** Identifies the caller, or answers 401 with the same message for every reason. */
export function createAuthentication({
  keys,
  sessions,
  revocations,
  baseUrl,
  clock,
}: {
  keys: KeyService;
  sessions: SessionService;
  revocations: Revocations;
  baseUrl: () => string;
  clock: Clock;
}): MiddlewareHandler<HttpEnv> {
  const guesses = createGuessLimit(clock);

  const identify = async (bearer: string | null, cookie: string | null): Promise<Caller | null> => {
    if (bearer !== null) {
      const holder = await keys.verify(bearer);
      if (holder) return { principal: holder, grant: holder.keyId };
      return sessions.isLocal(bearer) ? { principal: WINDOW, grant: null } : null;
    }
    const session = cookie === null ? null : await sessions.find(cookie);
    return session === null ? null : { principal: WINDOW, grant: session };
  };

  return async (c, next) => {
    const bearer = readBearer(c.req.header('authorization'));
    const caller = await identify(bearer, getCookie(c, sessionCookie(baseUrl())) ?? null);
    if (!caller) {
      // Valid keys were accepted above, so only the guesser is slowed down.
      const tooMany = bearer !== null && guesses.fail();
      throw new AppError(tooMany ? 'rate_limited' : 'unauthorized');
    }
    const { principal, grant } = caller;
    c.set('principal', principal);
    c.set('sessionId', principal.kind === 'window' ? grant : null);
    c.set('untilRevoked', () => (grant === null ? null : revocations.watch(grant)));
    return next();
  };
}

/** Enforces a route's access rule for an identified caller. */
export function allow(access: Exclude<Access, 'public'>): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const principal = c.get('principal');
    if (principal.kind === 'key') {
      if (access === 'window') throw new AppError('forbidden');
      if (access === 'write') requireWriting(principal);
      if (access === 'read-all' && (principal.test || principal.scope === 'own')) {
        throw new AppError('forbidden');
      }
      if (access === 'all' && (principal.test || principal.scope !== 'all')) {
        throw new AppError('forbidden');
      }
    }
    return next();
  };
}

/** @throws forbidden */
function requireWriting(principal: Principal): void {
  if (principal.kind === 'key' && principal.scope === 'read') {
    throw new AppError('forbidden', { message: 'This key may read, and change nothing.' });
  }
}

function readBearer(header: string | undefined): string | null {
  if (header === undefined) return null;
  return /^Bearer +([\x21-\x7e]{1,200})$/i.exec(header)?.[1] ?? '';
}

const MAX_FAILURES = 20;
const WINDOW_MS = 60_000;

/** Limits key guessing: after 20 wrong keys within a minute the rest of that minute answers 429. */
function createGuessLimit(clock: Clock) {
  let startedAt = Number.NEGATIVE_INFINITY;
  let failures = 0;
  return {
    /** Counts a wrong key. Returns whether there were too many recently. */
    fail(): boolean {
      if (clock.mono() - startedAt >= WINDOW_MS) {
        startedAt = clock.mono();
        failures = 0;
      }
      failures++;
      return failures > MAX_FAILURES;
    },
  };
}
