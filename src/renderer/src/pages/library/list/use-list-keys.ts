import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { LIST_KEYS } from '../../../keys/key-tables.ts';
import { isField, usePageKeys } from '../../../keys/page-keys.ts';
import { useLibrary } from '../../../stores/library/library-store.ts';
import { useMoves } from '../projects/move-store.ts';
import { useSelection } from './selection-store.ts';

type ListKeys = {
  element: RefObject<HTMLElement | null>;
  ids: readonly string[];
  activeIndex: number;
  scrollTo: (index: number) => void;
  rename: (id: string) => void;
  remove: (id: string) => void;
};

/** Arrows, Home and End move through the rows; with Shift they mark them, as Space does. Delete deletes, F2 renames. */
export function useListKeys(list: ListKeys) {
  const { ids, activeIndex, scrollTo } = list;
  const wanted = useRef<string | null>(null);

  const focusWanted = () => {
    const row = wanted.current && document.getElementById(wanted.current);
    if (!row) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  };

  const focusRow = (index: number) => {
    const at = Math.min(Math.max(index, 0), ids.length - 1);
    const id = ids[at];
    if (id === undefined) return;
    wanted.current = id;
    useLibrary.setActive(id);
    scrollTo(at);
    focusWanted();
  };

  // Back from a transcript, the focus is where it was.
  const restore = useEffectEvent(() => {
    const { activeId } = useLibrary.getState();
    if (activeId !== null && ids.includes(activeId)) focusRow(activeIndex);
  });
  useEffect(() => restore(), []);

  // A row far away is in the document only some renders after the list was scrolled to it.
  useEffect(focusWanted);

  const own = (act: (id: string, event: KeyboardEvent) => unknown) => (event: KeyboardEvent) => {
    const current = ids[activeIndex];
    // A title that is being typed has keys of its own.
    return current === undefined || isField(event.target) ? false : act(current, event);
  };
  const move = (by: number) => own(() => focusRow(activeIndex + by));
  const moveSelecting = (by: number) =>
    own((id) => {
      useSelection.toggle(id);
      focusRow(activeIndex + by);
    });
  usePageKeys(
    LIST_KEYS,
    {
      before: move(-1),
      after: move(1),
      first: own(() => focusRow(0)),
      last: own(() => focusRow(ids.length - 1)),
      // A row is a link.
      open: () => false,
      rename: own(list.rename),
      remove: own(list.remove),
      moveToProject: own((id) => {
        const { selected } = useSelection.getState();
        useMoves.ask(selected.size > 0 ? [...selected] : [id]);
      }),
      select: own(
        (id, { target }) => target instanceof HTMLAnchorElement && useSelection.toggle(id),
      ),
      selectBefore: moveSelecting(-1),
      selectAfter: moveSelecting(1),
      selectAll: own(() => void useSelection.selectAll()),
    },
    { within: list.element },
  );

  return { focusRow };
}
