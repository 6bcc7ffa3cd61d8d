/** Times are integer milliseconds internally; only the API uses seconds. */

/** A span of a recording, `startMs` inclusive, `endMs` exclusive. */
export type TimeSpan = { startMs: number; endMs: number };

export function shift<Span extends TimeSpan>(span: Span, byMs: number): Span {
  return { ...span, startMs: span.startMs + byMs, endMs: span.endMs + byMs };
}

/** How long two spans have in common; a negative one is how far they are apart. */
export function commonMs(one: TimeSpan, other: TimeSpan): number {
  return Math.min(one.endMs, other.endMs) - Math.max(one.startMs, other.startMs);
}

/** The spans that are at least partly in a window, at their times within it, which may cross its edges. */
export function within({ startMs, endMs }: TimeSpan, spans: readonly TimeSpan[]): TimeSpan[] {
  return spans
    .filter((span) => span.endMs > startMs && span.startMs < endMs)
    .map((span) => shift(span, -startMs));
}

/** Milliseconds as seconds with three decimals, the format of all API times. */
export function toSeconds(ms: number): number {
  return Math.round(ms) / 1000;
}

/** Seconds of the API, or of others, as milliseconds. */
export function toMs(seconds: number): number {
  return Math.round(seconds * 1000);
}

/** `1:02:03` or `2:03`: a human-readable position in a recording. */
export function formatClock(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1000));
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  const seconds = String(total % 60).padStart(2, '0');
  return hours > 0
    ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}`
    : `${minutes}:${seconds}`;
}
