/** The styles that plain and searchable selects share. */

export const TRIGGER =
  'inline-flex h-9 max-w-full items-center gap-2 rounded-lg border border-field-line bg-panel px-3 text-sm hover:bg-raised';

export const POPUP_CLASS =
  'max-w-(--available-width) min-w-(--anchor-width) rounded-lg border border-line bg-panel text-sm shadow-panel outline-none';

export const SELECT_ITEM =
  'flex cursor-default scroll-my-1 items-center gap-3 rounded-md px-2.5 py-1.5 outline-none select-none data-highlighted:bg-raised';

/** Where the list stands in the document: in the page's landmark, or in the dialog that its trigger is in. */
export function popupPlace(trigger: HTMLElement | null): HTMLElement | null {
  return trigger?.closest<HTMLElement>('[data-dialog], main') ?? null;
}
