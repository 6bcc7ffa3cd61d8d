import Search from 'lucide-react/icons/search';
import { useRef } from 'react';
import { usePageKeys } from '../../components/page-keys.ts';
import { useSearch } from '../../stores/library/search-store.ts';

/** Searches titles and transcripts. Ctrl+F or Cmd+F moves the focus here, Escape clears it. */
export function SearchBox() {
  const query = useSearch((state) => state.query);
  const setQuery = useSearch((state) => state.setQuery);
  const box = useRef<HTMLInputElement>(null);

  usePageKeys(({ key, ctrlKey, metaKey }) => {
    if (!(ctrlKey || metaKey) || key.toLowerCase() !== 'f') return false;
    box.current?.select();
    return true;
  });

  return (
    <label className="relative block min-w-0 flex-1">
      <span className="sr-only">Search in all recordings</span>
      <Search aria-hidden className="absolute top-2.5 left-3 size-4 text-soft" />
      <input
        ref={box}
        type="search"
        dir="auto"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setQuery('');
        }}
        placeholder="Search titles and words"
        className="h-9 w-full rounded-lg border border-field-line bg-panel pr-3 pl-9 placeholder:text-soft"
      />
    </label>
  );
}
