import type { TimeSpan } from '../../shared/time.ts';

/** What a speaker network needs to tell one voice from another; longer would blur changes. */
export const WINDOW_MS = 1500;
const HOP_MS = 750;
/** In more speech than this everybody is heard often enough with windows side by side, in half the time. */
const LONG_MS = 3 * 60 * 60 * 1000;
/** Less than this says nothing about a voice; such speech goes to who speaks nearest to it. */
const SHORTEST_MS = 400;

/** Windows that half overlap (in long recordings they touch), evenly spread over each region and never beyond it. */
export function cutVoiceWindows(regions: readonly TimeSpan[]): TimeSpan[] {
  const speechMs = regions.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const hopMs = speechMs > LONG_MS ? WINDOW_MS : HOP_MS;
  return regions.flatMap(({ startMs, endMs }) => {
    const room = endMs - startMs - WINDOW_MS;
    if (room + WINDOW_MS < SHORTEST_MS) return [];
    if (room <= 0) return [{ startMs, endMs }];
    const steps = Math.ceil(room / hopMs);
    return Array.from({ length: steps + 1 }, (_, step) => {
      const from = Math.round(startMs + (room * step) / steps);
      return { startMs: from, endMs: from + WINDOW_MS };
    });
  });
}
