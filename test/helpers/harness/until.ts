import { vi } from 'vitest';

/** Enough for a real engine on a machine that has other things to do; less lets a test that fails end sooner. */
export const PATIENCE_MS = Number(process.env['STENO_PATIENCE_MS'] ?? 120_000);

/** Polls until the result is truthy, and returns it. */
export function until<Found>(look: () => Found | Promise<Found>): Promise<NonNullable<Found>> {
  return vi.waitUntil(look, { timeout: PATIENCE_MS, interval: 40 }) as Promise<NonNullable<Found>>;
}
