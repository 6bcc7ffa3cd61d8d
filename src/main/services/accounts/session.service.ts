import { createHash } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { newToken } from '../../ids.ts';
import type { SessionRepository } from '../../repositories/accounts/session.repository.ts';

const SESSION_MS = 90 * 24 * 60 * 60_000;
const LINK_MS = 60 * 60_000;

export type SessionService = ReturnType<typeof createSessionService>;

/** Signing in: the shell makes a link that works once, the window trades it for a cookie. */
export function createSessionService({
  sessions,
  clock,
}: {
  sessions: SessionRepository;
  clock: Clock;
}) {
  const links = new Map<string, number>();
  const localToken = newToken();

  const open = async (): Promise<string> => {
    const now = clock.now();
    const token = newToken();
    await sessions.removeExpired(now);
    await sessions.insert({ hash: hash(token), createdAt: now, expiresAt: now + SESSION_MS });
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
    async redeem(code: string): Promise<string | null> {
      const expiresAt = links.get(hash(code));
      links.delete(hash(code));
      return expiresAt !== undefined && expiresAt > clock.now() ? open() : null;
    },

    /** The secret that lets commands of the same user on this machine in while this process lives. */
    localToken,

    isLocal: (token: string): boolean => hash(token) === hash(localToken),

    isValid: (token: string): Promise<boolean> => sessions.isValid(hash(token), clock.now()),
  };
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
