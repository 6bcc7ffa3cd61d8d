import type { TimeSpan } from '../../shared/time.ts';

/** Of three hours of speech, half overlapping: in more of it everybody is heard often enough with fewer. */
const ENOUGH_WINDOWS = 17_000;
/** Less than this says nothing about a voice; such speech goes to who speaks nearest to it. */
const SHORTEST_MS = 400;

/**
 * Windows of `lengthMs` that half overlap (in long recordings less, until they only touch), evenly spread over each
 * region and never beyond it.
 */
export function cutVoiceWindows(regions: readonly TimeSpan[], lengthMs: number): TimeSpan[] {
  const speechMs = regions.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const hopMs = Math.min(lengthMs, Math.max(lengthMs / 2, speechMs / ENOUGH_WINDOWS));
  return regions.flatMap(({ startMs, endMs }) => {
    const room = endMs - startMs - lengthMs;
    if (room + lengthMs < SHORTEST_MS) return [];
    if (room <= 0) return [{ startMs, endMs }];
    const steps = Math.ceil(room / hopMs);
    return Array.from({ length: steps + 1 }, (_, step) => {
      const from = Math.round(startMs + (room * step) / steps);
      return { startMs: from, endMs: from + lengthMs };
    });
  });
}
