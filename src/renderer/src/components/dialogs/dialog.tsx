import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';

type DialogProps = {
  open: boolean;
  title: string;
  onClose: () => void;
  /** The element that gets the focus first; else the first that can have it. */
  initialFocus?: () => HTMLElement | null;
  /** The element that gets it afterwards; else the one that had it before. */
  finalFocus?: () => HTMLElement | null;
  /** Its height follows what is chosen in it, so that it grows downwards: nothing moves away from the pointer. */
  grows?: boolean;
  children: ReactNode;
};

/** A dialog over the page. Escape closes it. */
export function Dialog(props: DialogProps) {
  const { open, title, onClose, initialFocus, finalFocus, grows, children } = props;
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-20 bg-backdrop" />
        <Base.Popup
          data-dialog
          {...(initialFocus && { initialFocus })}
          {...(finalFocus && { finalFocus })}
          className={`fixed left-1/2 z-20 flex max-h-window w-120 max-w-window -translate-x-1/2 flex-col overflow-hidden rounded-xl border border-line bg-panel shadow-panel ${grows ? 'top-6' : 'top-1/2 -translate-y-1/2'}`}
        >
          {/* Within the border, whose corners its scrollbar would square off. */}
          <div className="scroll-pt-16 overflow-y-auto overscroll-contain px-5 pb-5">
            <DialogHead title={title} className="z-1 -mx-5 pt-4 pr-4 pb-2 pl-5" />
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Its buttons, in reach also where the window is too low for the whole of it. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-5 -mx-5 mt-4 -mb-5 flex flex-wrap justify-end gap-2 border-t border-line bg-panel px-5 py-3">
      {children}
    </div>
  );
}

/** The title, which stays while the rest scrolls, and the button that closes. */
function DialogHead({ title, className }: { title: string; className: string }) {
  return (
    <div
      className={`sticky top-0 mb-2 flex items-center justify-between gap-4 bg-panel ${className}`}
    >
      <Base.Title className="font-semibold">{title}</Base.Title>
      <Base.Close
        aria-label="Close"
        className="grid size-8 place-items-center rounded-md text-soft hover:bg-raised hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </Base.Close>
    </div>
  );
}

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
