import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { DialogHead } from './dialog.tsx';

type DrawerProps = { open: boolean; title: string; onClose: () => void; children: ReactNode };

/** A panel at the side, for narrow windows that have no room for it on the page. Escape closes it. */
export function Drawer({ open, title, onClose, children }: DrawerProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-20 bg-backdrop" />
        <Base.Popup
          data-scrolls
          className="fixed inset-y-0 left-0 z-20 w-88 max-w-window overflow-y-auto overscroll-contain border-r border-line bg-panel px-4 pb-4 text-sm shadow-panel transition-transform duration-200 data-ending-style:-translate-x-full data-starting-style:-translate-x-full"
        >
          <DialogHead title={title} className="-mx-4 py-3 pr-3 pl-4.5 text-base" />
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
