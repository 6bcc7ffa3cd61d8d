import type { SegmentRow } from '../../repositories/speakers/speaker-labels.ts';

/** Segments `first` to `last`, and the original rows for the same time span. */
export type Passage = { first: number; last: number; heard: SegmentRow[] };

/** Rows that overlap by less than this count as consecutive. */
const SLACK_MS = 100;

/** The passages of changed windows that differ from the original, each as short as possible. */
export function findPassages(rows: readonly SegmentRow[], heard: readonly SegmentRow[]): Passage[] {
  const windows = new Set(heard.map((row) => row.window_idx));
  const now = rows.flatMap((row, id) => (windows.has(row.window_idx) ? [{ id, row }] : []));
  const passages: Passage[] = [];
  let [i, j] = [0, 0];
  while (i < now.length || j < heard.length) {
    const begin = { i, j };
    let endMs = Number.NEGATIVE_INFINITY;
    const belongs = (row: SegmentRow | undefined) =>
      row !== undefined &&
      row.start_ms + Math.min(SLACK_MS, (row.end_ms - row.start_ms) / 2) < endMs;
    const [nextNow, nextHeard] = [now[i]?.row, heard[j]];
    if (nextNow && (!nextHeard || nextNow.start_ms <= nextHeard.start_ms)) {
      endMs = nextNow.end_ms;
      i += 1;
    } else if (nextHeard) {
      endMs = nextHeard.end_ms;
      j += 1;
    }
    while (belongs(now[i]?.row) || belongs(heard[j])) {
      const row = belongs(now[i]?.row) ? now[i++]?.row : heard[j++];
      endMs = Math.max(endMs, row?.end_ms ?? endMs);
    }
    const old = heard.slice(begin.j, j);
    const is = now.slice(begin.i, i);
    const [first, last] = [is[0]?.id, is.at(-1)?.id];
    if (first === undefined || last === undefined) continue;
    if (
      !isAsHeard(
        is.map(({ row }) => row),
        old,
      )
    )
      passages.push({ first, last, heard: old });
  }
  return passages;
}

function isAsHeard(now: readonly SegmentRow[], heard: readonly SegmentRow[]): boolean {
  return (
    now.length === heard.length &&
    now.every((row, index) => {
      const old = heard[index];
      const same = row.text === old?.text && row.speaker === old.speaker;
      return same && row.start_ms === old.start_ms && row.paragraph === null;
    })
  );
}
