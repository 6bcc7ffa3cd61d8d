import { vi } from 'vitest';
import { PATIENCE_MS } from './patience.ts';

/** Polls until the result is truthy, and returns it. */
export function until<Found>(look: () => Found | Promise<Found>): Promise<NonNullable<Found>> {
  return vi.waitUntil(look, { timeout: PATIENCE_MS, interval: 40 }) as Promise<NonNullable<Found>>;
}
