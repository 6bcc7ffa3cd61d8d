import Search from 'lucide-react/icons/search';
import { useEffect, useRef } from 'react';
import { useSearch } from '../../stores/library/search-store.ts';

/** Searches titles and transcripts. Ctrl+F or Cmd+F moves the focus here, Escape clears it. */
export function SearchBox() {
  const query = useSearch((state) => state.query);
  const setQuery = useSearch((state) => state.setQuery);
  const box = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'f') return;
      event.preventDefault();
      box.current?.select();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

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
