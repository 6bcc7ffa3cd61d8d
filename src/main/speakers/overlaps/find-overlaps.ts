import type { TimeSpan } from '../../../shared/time.ts';
import type { Turn } from '../voice-embeddings.ts';

/** A span in which several speakers talk at once. */
export type Overlap = TimeSpan & { speakers: number[] };

/** Shorter ones are where one speaker takes over from another. */
const SHORTEST_MS = 200;

/** Where several speakers talk at once, and who; chronological, never overlapping. */
export function findOverlaps(turns: readonly Turn[]): Overlap[] {
  const moments = turns
    .flatMap(({ startMs, endMs, speaker }) => [
      { atMs: startMs, speaker, change: 1 },
      { atMs: endMs, speaker, change: -1 },
    ])
    .toSorted((a, b) => a.atMs - b.atMs);
  const open = new Map<number, number>();
  const overlaps: Overlap[] = [];
  moments.forEach(({ atMs, speaker, change }, index) => {
    open.set(speaker, (open.get(speaker) ?? 0) + change);
    const speakers = [...open]
      .flatMap(([one, count]) => (count > 0 ? [one] : []))
      .sort((a, b) => a - b);
    const nextMs = moments[index + 1]?.atMs ?? atMs;
    if (speakers.length < 2 || nextMs <= atMs) return;
    const last = overlaps.at(-1);
    if (last?.endMs === atMs && String(last.speakers) === String(speakers)) last.endMs = nextMs;
    else overlaps.push({ startMs: atMs, endMs: nextMs, speakers });
  });
  return overlaps.filter(({ startMs, endMs }) => endMs - startMs >= SHORTEST_MS);
}
