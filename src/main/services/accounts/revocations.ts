import type { Core } from '../../core.ts';
import { createKeyRepository } from '../../repositories/accounts/key.repository.ts';
import { createSessionRepository } from '../../repositories/accounts/session.repository.ts';

/** How long access may go on after its end was stored, where word of it was lost between services. */
const LOOK_EVERY_MS = 5_000;

export type Revocations = ReturnType<typeof createRevocations>;

/** Closes connections at once when their key is revoked or their session ends, at any of the services on the database. */
export function createRevocations({
  db,
  nodes,
  clock,
  closing,
}: Pick<Core, 'db' | 'nodes' | 'clock' | 'closing'>) {
  const keys = createKeyRepository(db);
  const sessions = createSessionRepository(db);
  const open = new Map<string, Set<AbortController>>();
  const revoked = new Set<string>();
  let looking = false;

  const revokeHere = (id: string): void => {
    const controllers = open.get(id) ?? [];
    open.delete(id);
    revoked.add(id);
    for (const controller of controllers) controller.abort(ended());
  };

  /** Ends what the database says has ended; one look for all connections. */
  const look = async (): Promise<void> => {
    const ids = [...open.keys()];
    if (ids.length === 0) return;
    const valid = [await keys.stillValid(ids), await sessions.stillValid(ids, clock.now())].flat();
    for (const id of ids) if (!valid.includes(id)) revokeHere(id);
  };

  /** Runs while any connection is open. A database that is away ends none. */
  const keepLooking = async (): Promise<void> => {
    while (open.size > 0) {
      await clock.sleep(LOOK_EVERY_MS, closing).catch(() => {});
      if (closing.aborted) return;
      await look().catch(() => {});
    }
  };

  nodes.listen((notice) => {
    if (notice.type === 'said' && notice.message.type === 'revoked') revokeHere(notice.message.id);
    // Clients that are still signed in connect again.
    if (notice.type !== 'missed') return;
    for (const controllers of open.values()) {
      for (const controller of controllers) controller.abort(ended());
    }
  });

  return {
    /** A signal that aborts when the key or session ends; call `release` when the connection closes. */
    watch(id: string): { signal: AbortSignal; release: () => void } {
      const controller = new AbortController();
      // The key may have been accepted a moment before it was revoked.
      if (revoked.has(id)) controller.abort(ended());
      const others = open.get(id) ?? new Set();
      open.set(id, others.add(controller));
      if (!looking) {
        looking = true;
        void keepLooking().finally(() => {
          looking = false;
        });
      }
      const release = () => {
        others.delete(controller);
        if (others.size === 0 && open.get(id) === others) open.delete(id);
      };
      return { signal: controller.signal, release };
    },

    revoke(id: string): void {
      revokeHere(id);
      nodes.tell({ type: 'revoked', id });
    },
  };
}

function ended(): Error {
  return new Error('Access has ended.');
}
