import type { DragEvent } from 'react';
import { nameOf, useMoves } from '../../../stores/library/move-store.ts';
import { useSelection } from '../../../stores/library/selection-store.ts';

/** The list's rows are dragged onto projects: one that is selected together with the others. */
export const dragRows = {
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
