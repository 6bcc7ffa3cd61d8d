import type { MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { KeyService } from '../../services/accounts/key.service.ts';
import type { SessionService } from '../../services/accounts/session.service.ts';
import type { Principal } from '../../services/principal.ts';
import type { HttpEnv } from '../env.ts';
import { createGuessLimit } from './guess-limit.ts';

/** Subtitle addresses carry their own token, so that a webhook's receiver can fetch them without the key. */
const PUBLIC = /^\/v1\/transcriptions\/[^/]+\/subtitles\.(?:vtt|srt)$/;

/** Cookies know no ports, so two services on one machine need two names. */
export const sessionCookie = (port: number): string => `steno_session_${port}`;

/** Finds out who asks, or answers 401, with the same words for every reason. */
export function authenticate({
  keys,
  sessions,
  port,
  clock,
}: {
  keys: KeyService;
  sessions: SessionService;
  port: () => number;
  clock: Clock;
}): MiddlewareHandler<HttpEnv> {
  const guesses = createGuessLimit(clock);
  const identify = async (bearer: string | null, cookie: string | null) => {
    if (bearer !== null) {
      return (await keys.verify(bearer)) ?? (sessions.isLocal(bearer) ? WINDOW : null);
    }
    return cookie !== null && (await sessions.isValid(cookie)) ? WINDOW : null;
  };

  return async (c, next) => {
    if (PUBLIC.test(c.req.path)) return next();
    const bearer = readBearer(c.req.header('authorization'));
    const principal = await identify(bearer, getCookie(c, sessionCookie(port())) ?? null);
    if (!principal) {
      // Good keys were recognised above, so nobody but the guesser waits.
      const tooMany = bearer !== null && guesses.fail();
      throw new AppError(tooMany ? 'rate_limited' : 'unauthorized');
    }
    c.set('principal', principal);
    return next();
  };
}

/** Keys make no keys: only the signed-in window does. */
export const requireWindow: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (c.get('principal').kind !== 'window') throw new AppError('forbidden');
  return next();
};

const WINDOW: Principal = { kind: 'window' };

function readBearer(header: string | undefined): string | null {
  if (header === undefined) return null;
  return /^Bearer +([\x21-\x7e]{1,200})$/i.exec(header)?.[1] ?? '';
}
