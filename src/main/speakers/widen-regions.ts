import type { TimeSpan } from './voice-prints.ts';

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

/** Spans that overlap or touch as one, in order of time. */
export function joinSpans(spans: readonly TimeSpan[]): TimeSpan[] {
  const joined: TimeSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = joined.at(-1);
    if (last !== undefined && span.startMs <= last.endMs) {
      last.endMs = Math.max(last.endMs, span.endMs);
    } else joined.push({ ...span });
  }
  return joined;
}
