import { Search } from 'lucide-react';
import { useRef } from 'react';
import { FIELD_KEYS, SEARCH_KEYS } from '../../keys/key-tables.ts';
import { usePageKeys } from '../../keys/page-keys.ts';
import { useSearch } from '../../stores/library/search-store.ts';

/** Searches titles and transcripts. Ctrl+F or Cmd+F moves the focus here, Escape clears it. */
export function SearchBox() {
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
