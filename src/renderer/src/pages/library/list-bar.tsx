import type { TranscriptionSort } from '../../../../shared/transcription/transcription.ts';
import type { StatusFilter } from '../../stores/library/library-state.ts';
import { useLibrary } from '../../stores/library/library-store.ts';
import { KeyboardHelp } from './list/keyboard-help.tsx';
import { SearchBox } from './search-box.tsx';

const SORTS: Record<TranscriptionSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  title: 'By title',
  longest: 'Longest first',
};
const FILTERS: Record<StatusFilter, string> = {
  all: 'All',
  completed: 'Finished',
  running: 'Under way',
  failed: 'Failed',
};
const SELECT = 'h-9 rounded-lg border border-field-line bg-panel px-2.5 text-sm max-sm:flex-1';

/** Above the recordings: what to look for, which of them to show, and in which order. */
export function ListBar() {
  const sort = useLibrary((state) => state.sort);
  const filter = useLibrary((state) => state.filter);
  const arrange = useLibrary((state) => state.arrange);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox />
      <select
        aria-label="Show"
        value={filter}
        onChange={(event) => void arrange({ sort, filter: event.target.value as StatusFilter })}
        className={SELECT}
      >
        <Options labels={FILTERS} />
      </select>
      <select
        aria-label="Order"
        value={sort}
        onChange={(event) =>
          void arrange({ filter, sort: event.target.value as TranscriptionSort })
        }
        className={SELECT}
      >
        <Options labels={SORTS} />
      </select>
      <KeyboardHelp />
    </div>
  );
}

function Options({ labels }: { labels: Record<string, string> }) {
  return Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
