import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';

type ListKeys = {
  ids: readonly string[];
  activeIndex: number;
  activeId: string | null;
  setActive: (id: string) => void;
  scrollTo: (index: number) => void;
  rename: (id: string) => void;
  remove: (id: string) => void;
  toggle: (id: string) => void;
  selectAll: () => void;
  clear: () => void;
};

/** Arrows, Home and End move through the rows; with Shift they mark them, as Space does. Delete deletes, F2 renames. */
export function useListKeys(list: ListKeys) {
  const { ids, activeIndex, activeId, setActive, scrollTo } = list;
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
    setActive(id);
    scrollTo(at);
    focusWanted();
  };

  // Back from a transcript, the focus is where it was.
  const restore = useEffectEvent(() => {
    if (activeId !== null && ids.includes(activeId)) focusRow(activeIndex);
  });
  useEffect(() => restore(), []);

  // A row far away is in the document only some renders after the list was scrolled to it.
  useEffect(focusWanted);

  const onKeyDown = (event: KeyboardEvent) => {
    if (isOccupied(event)) return;
    const target = targetIndex(event.key, activeIndex, ids.length);
    const current = ids[activeIndex];
    if (current === undefined) return;
    if (target !== null) {
      if (event.shiftKey) list.toggle(current);
      focusRow(target);
    } else if (event.key === 'Delete') list.remove(current);
    else if (event.key === 'F2') list.rename(current);
    else if (event.key === ' ' && event.target instanceof HTMLAnchorElement) list.toggle(current);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) list.selectAll();
    else if (event.key === 'Escape') list.clear();
    else return;
    event.preventDefault();
  };

  return { focusRow, onKeyDown };
}

/** Whether the key belongs to a title that is being typed, or to an open menu or the button that opens it. */
function isOccupied({ target, defaultPrevented }: KeyboardEvent): boolean {
  return defaultPrevented || (target as Element).closest('form, [role="menu"]') !== null;
}

function targetIndex(key: string, from: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return from + 1;
    case 'ArrowUp':
      return from - 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
