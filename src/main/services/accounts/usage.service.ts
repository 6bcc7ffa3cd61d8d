import type { Usage } from '../../../shared/api.ts';
import type { Core } from '../../core.ts';
import { createUsageRepository } from '../../repositories/accounts/ledger.ts';
import type { Principal } from '../principal.ts';

const DAYS_SHOWN = 30;
const DAY_MS = 24 * 60 * 60_000;

export type UsageService = ReturnType<typeof createUsageService>;

/** How much was transcribed, and what it cost. */
export function createUsageService({ db, clock }: Pick<Core, 'db' | 'clock'>) {
  const usage = createUsageRepository(db);
  return {
    /** A key sees its own; the window everybody's. */
    async get(principal: Principal): Promise<Usage> {
      const keyId = principal.kind === 'key' ? principal.keyId : null;
      const metered = principal.kind === 'key' && !principal.test;
      const { spent, reserved } = await usage.spent(keyId);
      return {
        points_available: metered && keyId !== null ? await usage.available(keyId) : null,
        points_reserved: reserved,
        points_spent: spent,
        days: await usage.days(keyId, clock.now() - DAYS_SHOWN * DAY_MS),
      };
    },
  };
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
