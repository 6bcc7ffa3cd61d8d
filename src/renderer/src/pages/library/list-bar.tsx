import { Keyboard, Search, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../../components/icon-button.tsx';
import { Link } from '../../components/link.tsx';
import { FIELD_KEYS, SEARCH_KEYS } from '../../keys/key-tables.ts';
import { usePageKeys } from '../../keys/page-keys.ts';
import { Filters, Order } from './filters.tsx';
import { useSearch } from './search-store.ts';

/** Above the recordings, and in view while they scroll where the window is high enough: search, filters and order. */
export function ListBar({ onHelp }: { onHelp: () => void }) {
  return (
    <div
      data-stays
      className="sticky top-14 z-2 -mx-2 -mt-2 mb-1 flex items-center gap-2 bg-page px-2 py-2 short:static"
    >
      <SearchBox />
      <Filters />
      <Order className="w-36 shrink-0 max-sm:hidden" />
      <Link
        href="/trash"
        title="Trash"
        className="inline-flex h-9 shrink-0 items-center gap-2 rounded-lg px-2.5 text-sm text-soft hover:bg-raised hover:text-ink max-sm:-mx-1 [&_svg]:size-4"
      >
        <Trash2 aria-hidden />
        <span className="max-lg:sr-only">Trash</span>
      </Link>
      <div className="max-sm:hidden">
        <IconButton
          icon={Keyboard}
          label="Keyboard shortcuts"
          tip="Keyboard shortcuts (?)"
          onClick={onHelp}
        />
      </div>
    </div>
  );
}

/** Searches titles and transcripts. Ctrl+F or Cmd+F moves the focus here, Escape clears it. */
function SearchBox() {
  const query = useSearch((state) => state.query);
  const box = useRef<HTMLInputElement>(null);

  usePageKeys(SEARCH_KEYS, { search: () => box.current?.select() }, { inFields: true });
  usePageKeys(FIELD_KEYS, { cancel: () => useSearch.setQuery('') }, { within: box });

  return (
    <label className="relative block min-w-0 flex-1">
      <span className="sr-only">Search in all recordings</span>
      <Search aria-hidden className="absolute top-2.5 left-3 size-4 text-soft" />
      <input
        ref={box}
        type="search"
        dir="auto"
        value={query}
        onChange={(event) => useSearch.setQuery(event.target.value)}
        placeholder="Search titles and words"
        className="field h-9 w-full pr-3 pl-9"
      />
    </label>
  );
}
