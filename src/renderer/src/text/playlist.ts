import type { ExpandedSource, SourceItem } from '../../../shared/sources/expanded-source.ts';
import { formatClock } from '../../../shared/time.ts';

/** Of all of them together; `null` when one does not say. */
export function secondsOf(items: readonly SourceItem[]): number | null {
  return items.reduce<number | null>(
    (sum, { duration_seconds }) =>
      sum === null || duration_seconds === null ? null : sum + duration_seconds,
    0,
  );
}

export function describePlaylist({ count, items, duration_seconds }: ExpandedSource): string {
  const length =
    duration_seconds === null
      ? 'How long all of them are is not known before they are fetched.'
      : `Together they last ${formatClock(duration_seconds * 1000)}.`;
  const listed =
    count > items.length ? ` The first ${items.length} are listed and can be transcribed.` : '';
  return `This link leads to ${count} recordings. ${length}${listed}`;
}
