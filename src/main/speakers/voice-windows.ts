import type { TimeSpan } from './voice-prints.ts';

/** What a speaker network needs to tell one voice from another; longer would blur changes. */
export const WINDOW_MS = 1500;
const HOP_MS = 750;
/** Less than this says nothing about a voice; such speech goes to who speaks nearest to it. */
const SHORTEST_MS = 400;

/** Windows that half overlap, evenly spread over each region and never beyond it. */
export function cutVoiceWindows(regions: readonly TimeSpan[]): TimeSpan[] {
  return regions.flatMap(({ startMs, endMs }) => {
    const room = endMs - startMs - WINDOW_MS;
    if (room + WINDOW_MS < SHORTEST_MS) return [];
    if (room <= 0) return [{ startMs, endMs }];
    const steps = Math.ceil(room / HOP_MS);
    return Array.from({ length: steps + 1 }, (_, step) => {
      const from = Math.round(startMs + (room * step) / steps);
      return { startMs: from, endMs: from + WINDOW_MS };
    });
  });
}
