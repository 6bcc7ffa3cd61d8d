import type { Structured } from '../../../../../shared/transcription/structured.ts';
import { useFind } from '../find/find-store.ts';
import { goToSegment } from './go-to-text.ts';

/** What the recording is about; a term leads to every place where it was said. */
export function TermsPanel({ terms }: { terms: Structured['terms'] }) {
  if (terms.length === 0) return <p className="text-soft">No terms stand out in this recording.</p>;
  // What is said most stands first; of terms said as often, the more telling one.
  const byCount = terms.toSorted((a, b) => b.count - a.count || b.score - a.score);
  return (
    <ul className="grid max-w-reading gap-x-8 sm:grid-cols-2">
      {byCount.map(({ term, count, segment_ids: [first = 0] }) => (
        <li key={term}>
          <button
            type="button"
            onClick={() => {
              goToSegment(first);
              useFind.setQuery(term);
              useFind.show();
            }}
            className="-mx-2 flex w-full justify-between gap-4 rounded-md px-2 py-1.5 text-left hover:bg-raised"
          >
            <bdi className="min-w-0 wrap-anywhere">{term}</bdi>
            <span className="text-sm leading-6 text-soft tabular-nums">{count}×</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
