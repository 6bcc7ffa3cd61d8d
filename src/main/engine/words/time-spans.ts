/** Arithmetic on stretches of time. Pure. */
import type { TimeSpan } from '../../../shared/time.ts';

/** How long the part of `span` is that lies in `regions`, which are ordered and do not overlap. */
export function overlapMs(span: TimeSpan, regions: readonly TimeSpan[]): number {
  let sum = 0;
  for (const region of regions) {
    sum += Math.max(0, Math.min(region.endMs, span.endMs) - Math.max(region.startMs, span.startMs));
  }
  return sum;
}

/** The share of `span` that lies in `regions`, 0–1; 0 for a span without length. */
export function share(span: TimeSpan, regions: readonly TimeSpan[]): number {
  return overlapMs(span, regions) / Math.max(1, span.endMs - span.startMs);
}
