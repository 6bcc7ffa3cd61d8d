import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { usePageOffset } from '../../components/use-page-offset.ts';
import { useLibrary } from '../../stores/library-store.ts';
import { RecordingRow } from './recording-row.tsx';
import { useListKeys } from './use-list-keys.ts';

const ROW_HEIGHT = 69;
/** Room for the header that stays at the top of the window. */
const HEADER_HEIGHT = 64;

/** The recordings, newest first. Only the rows in view are in the document. */
export function RecordingList() {
  const ids = useLibrary((state) => state.ids);
  const activeId = useLibrary((state) => state.activeId);
  const setActive = useLibrary((state) => state.setActive);
  const [deleting, setDeleting] = useState<string | null>(null);
  const deletingItem = useLibrary((state) => (deleting ? state.byId.get(deleting) : undefined));
  const list = useRef<HTMLUListElement>(null);
  const activeIndex = Math.max(0, activeId === null ? 0 : ids.indexOf(activeId));

  const virtualizer = useWindowVirtualizer({
    count: ids.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollMargin: usePageOffset(list),
    scrollPaddingStart: HEADER_HEIGHT,
    scrollPaddingEnd: 8,
    getItemKey: (index) => ids[index] ?? index,
    // The row with the keyboard stays, wherever the page is scrolled to.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), activeIndex])].sort((a, b) => a - b),
  });
  const items = virtualizer.getVirtualItems();
  useLoadMore(items.at(-1)?.index ?? 0, ids.length);
  const { focusRow, onKeyDown } = useListKeys({
    ids,
    activeIndex,
    activeId,
    setActive,
    scrollTo: (index) => virtualizer.scrollToIndex(index),
    askDelete: setDeleting,
  });

  return (
    <section aria-label="Recordings">
      <ul
        ref={list}
        data-recordings
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const id = event.target.closest('li')?.dataset['id'];
          if (id) setActive(id);
        }}
        className="relative rounded-xl border border-line bg-panel shadow-panel"
        style={{ height: virtualizer.getTotalSize() + 2 }}
      >
        {items.map(({ index, key, start }) => (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            data-id={key}
            aria-setsize={ids.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0 top-0 not-first:border-t not-first:border-line"
            style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
          >
            <RecordingRow
              id={String(key)}
              active={index === activeIndex}
              onDelete={() => setDeleting(String(key))}
            />
          </li>
        ))}
      </ul>
      <DeleteDialog
        item={deletingItem ?? null}
        onClose={() => setDeleting(null)}
        onDeleted={() => focusRow(activeIndex + 1 < ids.length ? activeIndex + 1 : activeIndex - 1)}
      />
    </section>
  );
}

/** Asks for older recordings when the last ones come into view. */
function useLoadMore(lastShown: number, count: number): void {
  const loadMore = useLibrary((state) => state.loadMore);
  useEffect(() => {
    if (lastShown >= count - 20) void loadMore();
  }, [lastShown, count, loadMore]);
}
