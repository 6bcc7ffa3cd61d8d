import type { SegmentEvent } from './protocol.ts';

/** 16-bit samples, 16 of them a millisecond. */
const BYTES_PER_MS = 32;

/** Whether all times are as native/protocol.md says: within the window, and segments one after the other. */
export function timesHold(segments: readonly SegmentEvent[], audio: Uint8Array): boolean {
  const windowMs = Math.floor(audio.length / BYTES_PER_MS);
  return segments.every(({ start_ms, end_ms, tokens }, index) => {
    const before = segments[index - 1]?.end_ms ?? 0;
    const within = [end_ms, ...tokens.map((token) => token.end_ms)].every((ms) => ms <= windowMs);
    return start_ms >= before && within;
  });
}
