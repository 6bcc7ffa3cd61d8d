import { describeIncomplete } from '../../../../shared/exports/export-document.ts';
import type { FoundRecording, SearchHit, Snippet } from '../../../../shared/search.ts';
import { formatClock } from '../../../../shared/time.ts';
import { titleOf } from '../../../../shared/transcription/title.ts';
import { Button } from '../../components/button.tsx';
import { Link } from '../../components/link.tsx';
import { useRemovals } from '../../stores/library/trash-store.ts';
import { formatCount, formatWhen } from '../../text/format.ts';
import { statusText } from '../../text/status-text.ts';
import { useSearch } from './search-store.ts';

/** The matches by recording, each in its context, with a link to its moment. */
export function SearchResults() {
  const found = useSearch((state) => state.found);
  const hidden = useRemovals((state) => state.hidden);
  if (!found) return null;
  const gone = found.data.filter(({ transcription }) => hidden.has(transcription.id));
  const places = gone.reduce((sum, one) => sum + one.places, 0);
  return (
    <section aria-label="Search results" className="space-y-4">
      <p role="status" className="text-sm text-soft">
        {countFound(found.total_places - places, found.total_recordings - gone.length)}
      </p>
      {found.data.map(
        (recording) =>
          !gone.includes(recording) && (
            <Recording key={recording.transcription.id} recording={recording} />
          ),
      )}
      {found.has_more && <Button onClick={() => useSearch.loadMore()}>Show more recordings</Button>}
    </section>
  );
}

function Recording({ recording }: { recording: FoundRecording }) {
  const { transcription, title, places, first } = recording;
  const { id, status, source, created_at } = transcription;
  const expanded = useSearch((state) => state.expanded.get(id));
  const hits = expanded?.hits ?? first;
  const left = places - hits.length;
  return (
    <article className="card pb-2">
      <h2 className="flex flex-wrap items-baseline gap-x-3 px-4 pt-3 pb-1 font-medium wrap-anywhere">
        <Link href={`/t/${id}`} dir="auto" className="hover:underline">
          {title ? <Marked snippet={title} /> : titleOf(source)}
        </Link>
        {status !== 'completed' && (
          <span className="text-sm font-normal text-soft">
            {describeIncomplete(transcription) ?? statusText(transcription)}
          </span>
        )}
        <span className="ml-auto text-sm font-normal text-soft">{formatWhen(created_at)}</span>
      </h2>
      <ul>
        {hits.map((hit) => (
          <Place key={hit.segment_id} id={id} hit={hit} />
        ))}
      </ul>
      {left > 0 && (
        <button
          type="button"
          onClick={() => useSearch.expand(id)}
          className="ml-4 rounded-md py-1.5 text-sm text-accent hover:underline"
        >
          Show {left === 1 ? 'the last one' : `${left} more`}
          <span className="sr-only"> in {titleOf(source)}</span>
        </button>
      )}
    </article>
  );
}

function Place({ id, hit }: { id: string; hit: SearchHit }) {
  return (
    <li>
      <Link
        href={`/t/${id}?at=${hit.start}`}
        className="flex gap-3 px-4 py-1.5 text-sm hover:bg-raised/50"
      >
        <span className="w-16 shrink-0 text-soft tabular-nums">
          {formatClock(hit.start * 1000)}
        </span>
        <span dir="auto" className="min-w-0 flex-1 text-soft wrap-anywhere">
          <Marked snippet={hit.snippet} />
        </span>
      </Link>
    </li>
  );
}

function Marked({ snippet: { before, match, after } }: { snippet: Snippet }) {
  return (
    <>
      {before}
      <mark className="rounded-sm bg-accent-wash text-ink">{match}</mark>
      {after}
    </>
  );
}

/** Where only titles match, there are no places to count. */
function countFound(places: number, recordings: number): string {
  if (recordings === 0) return 'Nothing found. Try fewer or different words.';
  const all = countOf(recordings, 'recording');
  return places === 0 ? all : `${countOf(places, 'place')} in ${all}`;
}

function countOf(count: number, thing: string): string {
  return `${formatCount(count)} ${thing}${count === 1 ? '' : 's'}`;
}
