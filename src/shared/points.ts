/** One point per started minute of the recording. */
export function pointsFor(durationMs: number): number {
  return Math.ceil(durationMs / 60_000);
}
