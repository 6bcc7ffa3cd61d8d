import type { SegmentRow } from '../../repositories/tables.ts';

/** Segments `first` to `last`, and the original rows for the same time span. */
export type Passage = { first: number; last: number; transcribed: SegmentRow[] };

/** Rows that overlap by less than this count as consecutive. */
const SLACK_MS = 100;

/** The passages of changed windows that differ from the original, each as short as possible. */
export function findPassages(
  rows: readonly SegmentRow[],
  transcribed: readonly SegmentRow[],
): Passage[] {
  const windows = new Set(transcribed.map((row) => row.windowIdx));
  const now = rows.flatMap((row, id) => (windows.has(row.windowIdx) ? [{ id, row }] : []));
  const passages: Passage[] = [];
  let [i, j] = [0, 0];
  while (i < now.length || j < transcribed.length) {
    const begin = { i, j };
    let endMs = Number.NEGATIVE_INFINITY;
    const belongs = (row: SegmentRow | undefined) =>
      row !== undefined && row.startMs + Math.min(SLACK_MS, (row.endMs - row.startMs) / 2) < endMs;
    const [nextNow, nextTranscribed] = [now[i]?.row, transcribed[j]];
    if (nextNow && (!nextTranscribed || nextNow.startMs <= nextTranscribed.startMs)) {
      endMs = nextNow.endMs;
      i += 1;
    } else if (nextTranscribed) {
      endMs = nextTranscribed.endMs;
      j += 1;
    }
    while (belongs(now[i]?.row) || belongs(transcribed[j])) {
      const row = belongs(now[i]?.row) ? now[i++]?.row : transcribed[j++];
      endMs = Math.max(endMs, row?.endMs ?? endMs);
    }
    const old = transcribed.slice(begin.j, j);
    const is = now.slice(begin.i, i);
    const [first, last] = [is[0]?.id, is.at(-1)?.id];
    if (first === undefined || last === undefined) continue;
    if (
      !isAsTranscribed(
        is.map(({ row }) => row),
        old,
      )
    )
      passages.push({ first, last, transcribed: old });
  }
  return passages;
}

function isAsTranscribed(now: readonly SegmentRow[], transcribed: readonly SegmentRow[]): boolean {
  return (
    now.length === transcribed.length &&
    now.every((row, index) => {
      const old = transcribed[index];
      const same = row.text === old?.text && row.speaker === old.speaker;
      return same && row.startMs === old.startMs && row.paragraph === null;
    })
  );
}
