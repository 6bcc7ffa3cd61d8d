import { hash } from 'node:crypto';
import Bowser from 'bowser';
import type { SessionList } from '../../../shared/accounts.ts';
import { AppError } from '../../core/errors.ts';
import { isSameSecret, newSessionId, newToken } from '../../core/ids.ts';
import type { Core } from '../../core.ts';
import {
  createSessionRepository,
  createSignInCodeRepository,
  type StoredSession,
} from '../../repositories/accounts/session.repository.ts';
import type { Revocations } from './revocations.ts';

/** How long a browser stays signed in, in milliseconds. */
export const SESSION_MS = 30 * 24 * 60 * 60_000;
const LINK_MS = 60 * 60_000;
/** How often a session's last use is stored. */
const TOUCH_EVERY_MS = 60_000;

export type SessionService = ReturnType<typeof createSessionService>;

/** Signing in: the shell creates a one-time link, which the window exchanges for a cookie. */
export function createSessionService(
  { db, clock, config }: Pick<Core, 'db' | 'clock' | 'config'>,
  { revocations }: { revocations: Revocations },
) {
  const sessions = createSessionRepository(db);
  const stored = createSignInCodeRepository(db);
  /** If no other service shares the database, what ends with the process need not be stored. */
  const links = new Map<string, number>();
  const localToken = newToken();

  const open = async (userAgent: string): Promise<string> => {
    const now = clock.now();
    const token = newToken();
    await sessions.removeExpired(now);
    await sessions.insert({
      id: newSessionId(),
      hash: hash('sha256', token),
      browser: browserName(userAgent),
      createdAt: now,
      lastUsedAt: now,
      expiresAt: now + SESSION_MS,
    });
    return token;
  };

  return {
    /** A code for one sign-in within an hour. */
    async createCode(): Promise<string> {
      const [code, now] = [newToken(), clock.now()];
      const key = hash('sha256', code);
      const expiresAt = now + LINK_MS;
      if (config.database === null) links.set(key, expiresAt);
      else await stored.add(key, { now, expiresAt });
      return code;
    },

    /** Exchanges a code for a session token; null if the code was used, has expired or is wrong. */
    async redeem(code: string, userAgent: string): Promise<string | null> {
      const key = hash('sha256', code);
      const expiresAt = config.database === null ? links.get(key) : await stored.take(key);
      links.delete(key);
      return expiresAt != null && expiresAt > clock.now() ? open(userAgent) : null;
    },

    /** The secret that admits commands of the same user on this machine while this process lives. */
    localToken,

    isLocal: (token: string): boolean =>
      isSameSecret(hash('sha256', token), hash('sha256', localToken)),

    /** The id of the session with this token; null if it has ended or never existed. */
    async find(token: string): Promise<string | null> {
      const now = clock.now();
      const session = await sessions.findValid(hash('sha256', token), now);
      if (!session) return null;
      if (now - session.lastUsedAt > TOUCH_EVERY_MS) await sessions.touch(session.id, now);
      return session.id;
    },

    /** `current` is the id of the requesting session, if there is one. */
    async list(current: string | null): Promise<SessionList> {
      const all = await sessions.list(clock.now());
      return { data: all.map((session) => toSession(session, current)) };
    },

    /** Signs a browser out and closes its open connections. @throws not_found */
    async end(id: string): Promise<void> {
      if (!(await sessions.remove(id))) {
        throw new AppError('not_found', { message: 'No browser is signed in with this id.' });
      }
      revocations.revoke(id);
    },

    async endAll(): Promise<void> {
      for (const { id } of await sessions.list(clock.now())) {
        await sessions.remove(id);
        revocations.revoke(id);
      }
    },
  };
}

function toSession(session: StoredSession, current: string | null): SessionList['data'][number] {
  return {
    id: session.id,
    browser: session.browser,
    current: session.id === current,
    created_at: new Date(session.createdAt).toISOString(),
    last_used_at: new Date(session.lastUsedAt).toISOString(),
    expires_at: new Date(session.expiresAt).toISOString(),
  };
}

/** A name such as `Firefox on Linux`, from the User-Agent header; users recognize their sessions by it. */
function browserName(userAgent: string): string {
  if (userAgent === '') return 'Unknown browser';
  const { browser, os } = Bowser.parse(userAgent);
  const name = browser.name || 'Unknown browser';
  return os.name ? `${name} on ${os.name}` : name;
}
