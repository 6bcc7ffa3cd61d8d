import type { TimeSpan } from '../../../shared/time.ts';
import { joinSpans } from './join-spans.ts';

/** The detector hears soft beginnings and ends late or not at all; found by test/bench/speakers.ts. */
const EDGE_MS = 150;

/**
 * Where turns are looked for: the speech with its edges, ordered, never touching. The last region keeps its end, for
 * the recording may end there.
 */
export function widenRegions(regions: readonly TimeSpan[]): TimeSpan[] {
  const last = regions.length - 1;
  return joinSpans(
    regions.map(({ startMs, endMs }, index) => ({
      startMs: Math.max(0, startMs - EDGE_MS),
      endMs: index < last ? endMs + EDGE_MS : endMs,
    })),
  );
}
