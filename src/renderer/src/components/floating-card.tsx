import { Popover } from '@base-ui/react/popover';
import type { ComponentProps, ReactNode } from 'react';

type FloatingCardProps = {
  open: boolean;
  label: string;
  /** What it is about. */
  anchor: ComponentProps<typeof Popover.Positioner>['anchor'];
  /** Gets the focus back. */
  home: Element | null | undefined;
  onClose: () => void;
  children: ReactNode;
};

/** A card over the page, beside what it is about; what is in it takes the focus. Escape closes it. */
export function FloatingCard(props: FloatingCardProps) {
  const { open, label, anchor, home, onClose, children } = props;
  return (
    <Popover.Root open={open} onOpenChange={(next) => !next && onClose()}>
      {open && (
        <Popover.Portal container={document.querySelector('main')}>
          <Popover.Positioner anchor={anchor} align="start" sideOffset={4} className="z-20">
            <Popover.Popup
              aria-label={label}
              initialFocus={false}
              finalFocus={() => returnFocus(home)}
              className="group/card max-h-(--available-height) w-96 max-w-(--available-width) overflow-y-auto rounded-lg border border-line bg-panel p-3 text-sm shadow-panel"
            >
              {children}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      )}
    </Popover.Root>
  );
}

/** Gives it the focus, and nothing in it: of what no Tab reaches, such as the transcript, Base UI takes the first button. */
function returnFocus(home: Element | null | undefined): HTMLElement | false {
  if (!(home instanceof HTMLElement && home.isConnected)) return false;
  if (home.tabIndex >= 0) return home;
  const { activeElement } = document;
  // Who has clicked on something else means to be there.
  const isLeft = activeElement === document.body || activeElement?.closest('[role="dialog"]');
  if (isLeft) home.focus({ preventScroll: true });
  return false;
}
