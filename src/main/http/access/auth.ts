import type { MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import type { KeyScope } from '../../../shared/accounts.ts';
import type { Access } from '../../../shared/routes/route.ts';
import { AppError } from '../../core/errors.ts';
import { createGuessLimit } from '../../services/accounts/guess-limit.ts';
import { type KeyHolder, type Principal, WINDOW } from '../../services/principal.ts';
import type { HttpEnv } from '../http-env.ts';
import type { HttpDependencies } from '../http-services.ts';
import { portOf } from './host-and-origin.ts';

/** Who makes the request, and the id of the key or session; null for commands of the same user. */
type Caller = { principal: Principal; grant: string | null };

/**
 * Cookies are not separated by port (RFC 6265 §8.5), so two services on one machine need two names; several behind one
 * public address have the same.
 */
export const sessionCookie = (baseUrl: string): string =>
  `steno_session_${portOf(new URL(baseUrl))}`;

/** Identifies the caller, or answers 401 with the same message for every reason. */
export function createAuthentication({
  keys,
  sessions,
  revocations,
  baseUrl,
  clock,
}: Pick<
  HttpDependencies,
  'keys' | 'sessions' | 'revocations' | 'baseUrl' | 'clock'
>): MiddlewareHandler<HttpEnv> {
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
    if (principal.kind === 'key') requireScope(principal, access);
    return next();
  };
}

const SCOPES_OF: Record<Exclude<Access, 'public'>, readonly KeyScope[]> = {
  read: ['own', 'read', 'all'],
  write: ['own', 'all'],
  'read-all': ['read', 'all'],
  all: ['all'],
  worker: ['worker', 'all'],
  window: [],
};
const FOR_TESTS: readonly Access[] = ['read', 'write'];

/** @throws forbidden */
export function requireScope({ scope, test }: KeyHolder, access: Exclude<Access, 'public'>): void {
  if (SCOPES_OF[access].includes(scope) && (!test || FOR_TESTS.includes(access))) return;
  if (scope === 'worker') {
    const message = 'This key is for workers, and for nothing else.';
    throw new AppError('forbidden', { message });
  }
  if (scope === 'read' && access === 'write') {
    throw new AppError('forbidden', { message: 'This key may read, and change nothing.' });
  }
  throw new AppError('forbidden');
}

function readBearer(header: string | undefined): string | null {
  if (header === undefined) return null;
  return /^Bearer +([\x21-\x7e]{1,200})$/i.exec(header)?.[1] ?? '';
}
