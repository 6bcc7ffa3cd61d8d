import type { Usage } from '../../../shared/accounts.ts';
import type { Core } from '../../core.ts';
import { createUsageRepository } from '../../repositories/accounts/points.repository.ts';
import type { Principal } from '../principal.ts';

const DAYS_SHOWN = 30;
const DAY_MS = 24 * 60 * 60_000;

export type UsageService = ReturnType<typeof createUsageService>;

/** How much was transcribed, and what it cost. */
export function createUsageService({ db, clock }: Pick<Core, 'db' | 'clock'>) {
  const usage = createUsageRepository(db);
  return {
    /** A key sees its own usage; the window sees everyone's. */
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
