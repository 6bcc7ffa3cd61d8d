import type { TimeSpan } from './voice-prints.ts';

/** The detector hears soft beginnings and ends late or not at all; found by test/bench/speakers.ts. */
const EDGE_MS = 150;

/**
 * Where turns are looked for: the speech with its edges, ordered, never touching. The last region keeps its end, for
 * the recording may end there.
 */
export function widenRegions(regions: readonly TimeSpan[]): TimeSpan[] {
  const widened: TimeSpan[] = [];
  regions.forEach((region, index) => {
    const startMs = Math.max(0, region.startMs - EDGE_MS);
    const endMs = region.endMs + (index < regions.length - 1 ? EDGE_MS : 0);
    const last = widened.at(-1);
    if (last !== undefined && startMs <= last.endMs) last.endMs = endMs;
    else widened.push({ startMs, endMs });
  });
  return widened;
}
