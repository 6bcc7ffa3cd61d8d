import type { SearchHit } from '../../../../shared/api.ts';
import { formatClock } from '../../../../shared/time.ts';
import { Button } from '../../components/button.tsx';
import { Link } from '../../components/link.tsx';
import { useSearch } from '../../stores/library/search-store.ts';

/** Where the words were found: by recording, each place in its context and one click from its moment. */
export function SearchResults() {
  const hits = useSearch((state) => state.hits);
  const nextCursor = useSearch((state) => state.nextCursor);
  const loadMore = useSearch((state) => state.loadMore);
  if (!hits) return null;
  return (
    <section aria-label="Search results" className="space-y-4">
      <p role="status" className="text-sm text-soft">
        {hits.length === 0 ? 'Nothing found. Try fewer or different words.' : countText(hits)}
      </p>
      {byRecording(hits).map((places) => (
        <Recording key={places[0].transcription_id} places={places} />
      ))}
      {nextCursor !== null && <Button onClick={() => void loadMore()}>Show more</Button>}
    </section>
  );
}

function Recording({ places }: { places: Places }) {
  const { transcription_id: id, title, url } = places[0];
  return (
    <article className="rounded-xl border border-line bg-panel shadow-panel">
      <h2 className="px-4 pt-3 font-medium wrap-anywhere">
        <Link href={`/t/${id}`} dir="auto" className="hover:underline">
          {title ?? url}
        </Link>
      </h2>
      <ul className="pb-2">
        {places
          .filter(({ segment_id }) => segment_id !== null)
          .map((hit) => (
            <li key={hit.segment_id}>
              <Link
                href={`/t/${id}?at=${hit.start}`}
                className="flex gap-3 px-4 py-1.5 text-sm hover:bg-raised/50"
              >
                <span className="w-16 shrink-0 text-soft tabular-nums">
                  {formatClock(hit.start * 1000)}
                </span>
                <span dir="auto" className="min-w-0 flex-1 text-soft wrap-anywhere">
                  {hit.snippet.before}
                  <mark className="rounded-sm bg-accent-wash text-ink">{hit.snippet.match}</mark>
                  {hit.snippet.after}
                </span>
              </Link>
            </li>
          ))}
      </ul>
    </article>
  );
}

type Places = [SearchHit, ...SearchHit[]];

/** In the order of the hits, which has a recording's places together. */
function byRecording(hits: readonly SearchHit[]): Places[] {
  const groups = new Map<string, Places>();
  for (const hit of hits) {
    const group = groups.get(hit.transcription_id);
    if (group) group.push(hit);
    else groups.set(hit.transcription_id, [hit]);
  }
  return [...groups.values()];
}

function countText(hits: readonly SearchHit[]): string {
  const places = hits.length === 1 ? '1 place' : `${hits.length} places`;
  const recordings = byRecording(hits).length;
  return recordings === 1 ? `${places} in 1 recording` : `${places} in ${recordings} recordings`;
}
