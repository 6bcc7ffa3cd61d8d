import type { Core } from '../../core.ts';
import { createKeyRepository } from '../../repositories/accounts/key.repository.ts';
import { createSessionRepository } from '../../repositories/accounts/session.repository.ts';

/** How long access may go on after its end was stored, where word of it was lost between services. */
const LOOK_EVERY_MS = 5_000;

/** A signal that aborts when the key or session ends; disposed of when the connection closes. */
export type Grant = Disposable & { signal: AbortSignal };

export type Revocations = ReturnType<typeof createRevocations>;

/** Closes connections at once when their key is revoked or their session ends, at any of the services on the database. */
export function createRevocations(
  core: Pick<Core, 'db' | 'config' | 'peerMessages' | 'clock' | 'closing'>,
) {
  const { db, config, peerMessages, clock, closing } = core;
  const keys = createKeyRepository(db);
  const sessions = createSessionRepository(db);
  const open = new Map<string, Set<AbortController>>();
  const revoked = new Set<string>();
  let looking = false;

  const closeAll = (id: string): void => {
    const controllers = open.get(id) ?? [];
    open.delete(id);
    for (const controller of controllers) controller.abort(ended());
  };
  const revokeHere = (id: string): void => {
    revoked.add(id);
    closeAll(id);
  };

  /** Ends what the database says has ended; one look for all connections. */
  const look = async (): Promise<void> => {
    const ids = [...open.keys()];
    if (ids.length === 0) return;
    const valid = [await keys.stillValid(ids), await sessions.stillValid(ids, clock.now())].flat();
    // Not noted as revoked: a database that is restored, or a standby that lags, may have it again.
    for (const id of ids) if (!valid.includes(id)) closeAll(id);
  };

  /** Runs while any connection is open, if there are other services. A database that is away ends none. */
  const keepLooking = async (): Promise<void> => {
    if (looking || config.database === null) return;
    looking = true;
    while (open.size > 0 && !closing.aborted) {
      await clock.sleep(LOOK_EVERY_MS, closing).catch(() => {});
      await look().catch(() => {});
    }
    looking = false;
  };

  peerMessages.listen((message) => {
    if (message.type === 'revoked') revokeHere(message.id);
    // Clients that are still signed in connect again.
    if (message.type !== 'missed') return;
    for (const id of open.keys()) closeAll(id);
  });

  return {
    watch(id: string): Grant {
      const controller = new AbortController();
      // The key may have been accepted a moment before it was revoked.
      if (revoked.has(id)) controller.abort(ended());
      const others = open.get(id) ?? new Set();
      open.set(id, others.add(controller));
      void keepLooking();
      return {
        signal: controller.signal,
        [Symbol.dispose]() {
          others.delete(controller);
          if (others.size === 0 && open.get(id) === others) open.delete(id);
        },
      };
    },

    revoke(id: string): void {
      revokeHere(id);
      peerMessages.tell({ type: 'revoked', id });
    },
  };
}

function ended(): Error {
  return new Error('Access has ended.');
}
