import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { NO_PROJECT } from '../../../../../shared/projects.ts';
import { titleOf } from '../../../../../shared/transcription/title.ts';
import { useCoveredAbove } from '../../../components/frame/covered-above.ts';
import { useDay } from '../../../components/use-day.ts';
import { usePageOffset, VirtualRows } from '../../../components/virtual-rows.tsx';
import { type StatusFilter, WIDE } from '../../../stores/library/library-state.ts';
import { useLibrary } from '../../../stores/library/library-store.ts';
import { useRemovals } from '../../../stores/library/trash-store.ts';
import { notify } from '../../../stores/toasts.ts';
import { nameOf, useMoves } from '../projects/move-store.ts';
import { RecordingRow } from './recording-row.tsx';
import { useSelection } from './selection-store.ts';
import { useListKeys } from './use-list-keys.ts';

const ROW_HEIGHT = 69;

/** The recordings in the chosen order. Only the rows in view are in the document. */
export function RecordingList({ ids }: { ids: readonly string[] }) {
  const activeId = useLibrary((state) => state.activeId);
  const arranging = useLibrary((state) => state.arranging);
  const list = useRef<HTMLOListElement>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const day = useDay();
  const activeIndex = Math.max(0, activeId === null ? 0 : ids.indexOf(activeId));

  const virtualizer = useWindowVirtualizer({
    count: ids.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollMargin: usePageOffset(list),
    scrollPaddingStart: useCoveredAbove(),
    scrollPaddingEnd: 8,
    getItemKey: (index) => ids[index] ?? index,
    // The focused row stays in the document, wherever the page is scrolled to.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), activeIndex])].sort((a, b) => a - b),
  });
  useLoadMore(virtualizer.getVirtualItems().at(-1)?.index ?? 0, ids.length);
  const { focusRow } = useListKeys({
    element: list,
    ids,
    activeIndex,
    scrollTo: (index) => virtualizer.scrollToIndex(index),
    rename: setRenaming,
    remove: (id) => removeOne(id),
  });

  const removeOne = (id: string) => {
    const item = useLibrary.getState().byId.get(id);
    if (!item) return;
    focusRow(activeIndex + 1 < ids.length ? activeIndex + 1 : activeIndex - 1);
    useRemovals.remove([id], `“${titleOf(item.source)}”`);
  };

  if (ids.length === 0) return <NothingHere />;
  return (
    <section
      aria-label="Recordings"
      aria-busy={arranging}
      className="aria-busy:opacity-50 aria-busy:transition-opacity aria-busy:delay-300"
    >
      <VirtualRows
        ref={list}
        virtualizer={virtualizer}
        data-recordings
        {...dragRows}
        onFocus={(event) => {
          const id = event.target.closest('li')?.dataset['id'];
          if (id) useLibrary.setActive(id);
        }}
        className="card"
        rowClass="not-first:border-t not-first:border-line"
      >
        {(index) => {
          const id = ids[index] ?? '';
          return (
            <RecordingRow
              id={id}
              day={day}
              active={index === activeIndex}
              renaming={id === renaming}
              onRename={() => setRenaming(id)}
              onRenamed={() => setRenaming(null)}
              onDelete={() => removeOne(id)}
            />
          );
        }}
      </VirtualRows>
    </section>
  );
}

const NOTHING: Record<StatusFilter, string> = {
  all: 'No recordings.',
  favorites: 'No favorites yet. Add some in a recording’s menu.',
  completed: 'No recordings are finished yet.',
  running: 'Nothing is in progress.',
  failed: 'No recordings have failed.',
};

function NothingHere() {
  const project = useLibrary((state) => state.project);
  const filter = useLibrary((state) => state.filter);
  const narrowed = useLibrary((state) => state.narrowing !== WIDE);
  if (narrowed) return <p className="py-10 text-center text-soft">No recording matches.</p>;
  if (filter === 'all' && project !== '') return <EmptyProject project={project} />;
  return <p className="py-10 text-center text-soft">{NOTHING[filter]}</p>;
}

function EmptyProject({ project }: { project: string }) {
  return (
    <p className="mx-auto max-w-md py-10 text-center text-balance text-soft">
      {project === NO_PROJECT
        ? 'All recordings are in projects.'
        : 'No recordings here yet. Add some, or move others here: drag them from the list, or press M on them.'}
    </p>
  );
}

/** Loads older recordings when the last ones come into view. */
function useLoadMore(lastShown: number, count: number): void {
  useEffect(() => {
    if (lastShown >= count - 20) void notify(useLibrary.loadMore);
  }, [lastShown, count]);
}

/** The list's rows are dragged onto projects: one that is selected together with the others. */
const dragRows = {
  onDragStart: (event: DragEvent) => {
    const id = event.target instanceof Element && event.target.closest('li')?.dataset['id'];
    if (!id) return;
    const { selected } = useSelection.getState();
    const ids = selected.has(id) ? [...selected] : [id];
    useMoves.drag(ids);
    event.dataTransfer.effectAllowed = 'move';
    // Other programs, and the page itself, are not to take it for a link.
    event.dataTransfer.clearData();
    event.dataTransfer.setData('text/plain', nameOf(ids));
    showName(event, nameOf(ids));
  },
  onDragEnd: () => useMoves.drag([]),
};

/** What hangs at the pointer. */
function showName({ dataTransfer }: DragEvent, name: string): void {
  const picture = document.createElement('div');
  picture.textContent = name;
  picture.className =
    'fixed -top-20 left-0 max-w-72 truncate rounded-lg border border-line bg-panel px-3 py-1.5 text-sm font-medium text-ink';
  document.body.append(picture);
  dataTransfer.setDragImage(picture, 12, 12);
  setTimeout(() => picture.remove());
}
