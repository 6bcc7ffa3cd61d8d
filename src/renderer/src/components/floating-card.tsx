import { Popover } from '@base-ui/react/popover';
import type { ComponentProps, ReactNode } from 'react';
import { returnFocus } from '../keys/lost-focus.ts';

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
