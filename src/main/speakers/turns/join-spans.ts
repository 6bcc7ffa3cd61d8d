import type { TimeSpan } from '../../../shared/time.ts';

/** Spans that overlap, touch, or lie no further than `pauseMs` apart as one, in order of time. */
export function joinSpans(spans: readonly TimeSpan[], pauseMs = 0): TimeSpan[] {
  const joined: TimeSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = joined.at(-1);
    if (last !== undefined && span.startMs - last.endMs <= pauseMs) {
      last.endMs = Math.max(last.endMs, span.endMs);
    } else joined.push({ ...span });
  }
  return joined;
}
