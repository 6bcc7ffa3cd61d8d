import { vi } from 'vitest';

/** Enough for a real engine on a machine that has other things to do. */
export const PATIENCE_MS = 240_000;

/** Looks again and again until there is something truthy, and returns it. */
export function until<Found>(look: () => Found | Promise<Found>): Promise<NonNullable<Found>> {
  return vi.waitUntil(look, { timeout: PATIENCE_MS, interval: 40 }) as Promise<NonNullable<Found>>;
}
