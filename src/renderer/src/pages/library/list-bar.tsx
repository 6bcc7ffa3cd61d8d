import type { TranscriptionSort } from '../../../../shared/transcription/transcription.ts';
import { Select } from '../../components/select/select.tsx';
import type { StatusFilter } from '../../stores/library/library-state.ts';
import { useLibrary } from '../../stores/library/library-store.ts';
import { KeyboardHelp } from './list/keyboard-help.tsx';
import { SearchBox } from './search-box.tsx';

const SORTS: readonly (readonly [TranscriptionSort, string])[] = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['title', 'By title'],
  ['longest', 'Longest first'],
];
const FILTERS: readonly (readonly [StatusFilter, string])[] = [
  ['all', 'All'],
  ['completed', 'Finished'],
  ['running', 'In progress'],
  ['failed', 'Failed'],
];
const SELECT = 'w-36 max-sm:flex-1';

/** Above the recordings: what to look for, which of them to show, and in which order. */
export function ListBar() {
  const sort = useLibrary((state) => state.sort);
  const filter = useLibrary((state) => state.filter);
  const arrange = useLibrary((state) => state.arrange);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox />
      <Select
        label="Show"
        value={filter}
        onChange={(chosen) => void arrange({ sort, filter: chosen })}
        options={FILTERS}
        className={SELECT}
      />
      <Select
        label="Order"
        value={sort}
        onChange={(chosen) => void arrange({ filter, sort: chosen })}
        options={SORTS}
        className={SELECT}
      />
      <KeyboardHelp />
    </div>
  );
}
