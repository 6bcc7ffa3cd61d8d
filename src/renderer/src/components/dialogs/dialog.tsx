import { Dialog as Base } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';

type DialogProps = {
  open: boolean;
  title: string;
  onClose: () => void;
  /** The element that gets the focus first; else the first that can have it. */
  initialFocus?: () => HTMLElement | null;
  children: ReactNode;
};

/** A dialog over the page. Escape closes it. */
export function Dialog({ open, title, onClose, initialFocus, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-20 bg-black/40" />
        <Base.Popup
          data-dialog
          {...(initialFocus && { initialFocus })}
          className="fixed top-1/2 left-1/2 z-20 max-h-[calc(100dvh-3rem)] w-120 max-w-[calc(100vw-3rem)] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-xl border border-line bg-panel p-5 shadow-panel"
        >
          <div className="mb-4 flex items-center justify-between gap-4">
            <Base.Title className="font-semibold">{title}</Base.Title>
            <Base.Close
              aria-label="Close"
              className="grid size-8 place-items-center rounded-md text-soft hover:bg-raised hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
