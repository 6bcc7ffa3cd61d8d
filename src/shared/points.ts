/** One point for every started minute of the recording. */
export function pointsFor(durationMs: number): number {
  return Math.ceil(durationMs / 60_000);
}
