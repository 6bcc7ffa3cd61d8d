import Trash2 from 'lucide-react/icons/trash-2';
import type { TranscriptionSort } from '../../../../shared/transcription/list.ts';
import { Link } from '../../components/link.tsx';
import { Select } from '../../components/select.tsx';
import type { StatusFilter, WIDE } from '../../stores/library/library-state.ts';
import { useLibrary } from '../../stores/library/library-store.ts';
import { useTags } from '../../stores/library/tag-store.ts';
import { languageName } from '../../text/format.ts';
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
  ['favorites', 'Favorites'],
  ['completed', 'Finished'],
  ['running', 'In progress'],
  ['failed', 'Failed'],
];
const DATES: readonly (readonly [days: string, label: string])[] = [
  ['', 'Any date'],
  ['1', 'Today'],
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['365', 'Last 12 months'],
];
const SELECT = 'w-40 max-sm:w-auto max-sm:flex-[1_1_40%]';

/** Above the recordings: search, filters and order. */
export function ListBar() {
  const { sort, filter, narrowing, arrange } = useLibrary();
  const tags = useTags((state) => state.tags);
  const languages = useLanguages();
  const narrow = (changes: Partial<typeof WIDE>) =>
    void arrange({ narrowing: { ...narrowing, ...changes } });
  return (
    <div className="space-y-2">
      <div className="flex items-center gap-2">
        <SearchBox />
        <TrashLink />
        <KeyboardHelp />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label="Show"
          value={filter}
          options={FILTERS}
          onChange={(chosen) => void arrange({ filter: chosen })}
          className={SELECT}
        />
        <Select
          label="Language"
          value={narrowing.language}
          options={[['', 'Any language'], ...languages]}
          onChange={(language) => narrow({ language })}
          className={SELECT}
        />
        {(tags.length > 0 || narrowing.tag !== '') && (
          <Select
            label="Tag"
            value={narrowing.tag}
            options={[
              ['', 'Any tag'],
              ...tags.map(({ tag, count }) => [tag, `${tag} (${count})`] as const),
            ]}
            onChange={(tag) => narrow({ tag })}
            className={SELECT}
          />
        )}
        <Select
          label="Added"
          value={String(narrowing.days ?? '')}
          options={DATES}
          onChange={(days) => narrow({ days: days === '' ? null : Number(days) })}
          className={SELECT}
        />
        <Select
          label="Order"
          value={sort}
          options={SORTS}
          onChange={(chosen) => void arrange({ sort: chosen })}
          className={SELECT}
        />
      </div>
    </div>
  );
}

function TrashLink() {
  return (
    <Link
      href="/trash"
      className="inline-flex h-9 items-center gap-2 rounded-lg px-2.5 text-sm text-soft hover:bg-raised hover:text-ink [&_svg]:size-4"
    >
      <Trash2 aria-hidden />
      Trash
    </Link>
  );
}

/** Those of the recordings that are loaded, and the one that is chosen. */
function useLanguages(): (readonly [string, string])[] {
  const byId = useLibrary((state) => state.byId);
  const chosen = useLibrary((state) => state.narrowing.language);
  const codes = new Set([...byId.values()].flatMap(({ language }) => language ?? []));
  if (chosen !== '') codes.add(chosen);
  return [...codes]
    .map((code) => [code, languageName(code)] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b));
}
