import { Menu } from '@base-ui/react/menu';
import type { ComponentProps, ReactNode } from 'react';

type MenuPopupProps = {
  align: 'start' | 'end';
  /** Where it opens when it was not opened by a button. */
  anchor?: ComponentProps<typeof Menu.Positioner>['anchor'];
  /** Whether the element that opened the menu gets the focus back when it closes; asked at that moment. */
  giveBack?: () => boolean;
  children: ReactNode;
};

/** The entries of a menu, below the element that opens it. */
export function MenuPopup({ align, anchor, giveBack = () => true, children }: MenuPopupProps) {
  return (
    // Inside the page's landmark, not next to it.
    <Menu.Portal container={document.querySelector('main')}>
      <Menu.Positioner align={align} anchor={anchor} sideOffset={4} className="z-20">
        <Menu.Popup
          finalFocus={giveBack}
          className="max-h-(--available-height) max-w-[min(24rem,var(--available-width))] min-w-44 overflow-y-auto rounded-lg border border-line bg-panel p-1 text-sm shadow-panel"
        >
          {children}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  );
}

/** The classes of an entry. */
export const MENU_ITEM =
  'flex cursor-default items-center gap-3 rounded-md px-2.5 py-1.5 outline-none data-highlighted:bg-raised';
