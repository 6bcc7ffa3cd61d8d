import { createHash } from 'node:crypto';
import Bowser from 'bowser';
import type { SessionList } from '../../../shared/api.ts';
import type { Core } from '../../core.ts';
import { AppError } from '../../errors.ts';
import { isSameSecret, newSessionId, newToken } from '../../ids.ts';
import {
  createSessionRepository,
  type StoredSession,
} from '../../repositories/accounts/session.repository.ts';

/** How long a browser stays signed in, in milliseconds. */
export const SESSION_MS = 30 * 24 * 60 * 60_000;
const LINK_MS = 60 * 60_000;
/** How often a session's last use is written down. */
const TOUCH_EVERY_MS = 60_000;

export type SessionService = ReturnType<typeof createSessionService>;

/** Signing in: the shell makes a link that works once, the window trades it for a cookie. */
export function createSessionService(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  { revocations }: { revocations: Revocations },
) {
  const sessions = createSessionRepository(db);
  const links = new Map<string, number>();
  const localToken = newToken();

  const open = async (userAgent: string): Promise<string> => {
    const now = clock.now();
    const token = newToken();
    await sessions.removeExpired(now);
    await sessions.insert({
      id: newSessionId(),
      hash: hash(token),
      browser: browserName(userAgent),
      createdAt: now,
      lastUsedAt: now,
      expiresAt: now + SESSION_MS,
    });
    return token;
  };

  return {
    /** A code for one sign-in within the hour. */
    createCode(): string {
      const code = newToken();
      links.set(hash(code), clock.now() + LINK_MS);
      return code;
    },

    /** Trades a code for a session's token, or gives null when the code is used, old or wrong. */
    async redeem(code: string, userAgent: string): Promise<string | null> {
      const expiresAt = links.get(hash(code));
      links.delete(hash(code));
      return expiresAt !== undefined && expiresAt > clock.now() ? open(userAgent) : null;
    },

    /** The secret that lets commands of the same user on this machine in while this process lives. */
    localToken,

    isLocal: (token: string): boolean => isSameSecret(hash(token), hash(localToken)),

    /** The id of the session with this token; null when it is over, or never was. */
    async find(token: string): Promise<string | null> {
      const now = clock.now();
      const session = await sessions.findValid(hash(token), now);
      if (!session) return null;
      if (now - session.lastUsedAt > TOUCH_EVERY_MS) await sessions.touch(session.id, now);
      return session.id;
    },

    /** `current` is the one that asks, where it is one that asks. */
    async list(current: string | null): Promise<SessionList> {
      const all = await sessions.list(clock.now());
      return { data: all.map((session) => toSession(session, current)) };
    },

    /** Signs a browser out and closes what is open in it. @throws not_found */
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

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** `Firefox on Linux`, by what a browser says of itself; people tell their sessions apart by it. */
export function browserName(userAgent: string): string {
  if (userAgent === '') return 'Unknown browser';
  const { browser, os } = Bowser.parse(userAgent);
  const name = browser.name || 'Unknown browser';
  return os.name ? `${name} on ${os.name}` : name;
}

export type Revocations = ReturnType<typeof createRevocations>;

/** Ends at once what is still open for a key that was revoked or a session that was ended. */
export function createRevocations() {
  const open = new Map<string, Set<AbortController>>();
  const revoked = new Set<string>();
  return {
    /** A signal that aborts when the key or session is gone; `release` it when nothing is open any more. */
    watch(id: string): { signal: AbortSignal; release: () => void } {
      const controller = new AbortController();
      // It may have been recognised a moment before it was revoked.
      if (revoked.has(id)) controller.abort(ended());
      const others = open.get(id) ?? new Set();
      open.set(id, others.add(controller));
      const release = () => {
        others.delete(controller);
        if (others.size === 0 && open.get(id) === others) open.delete(id);
      };
      return { signal: controller.signal, release };
    },

    revoke(id: string): void {
      const controllers = open.get(id) ?? [];
      open.delete(id);
      revoked.add(id);
      for (const controller of controllers) controller.abort(ended());
    },
  };
}

function ended(): Error {
  return new Error('Access has ended.');
}
