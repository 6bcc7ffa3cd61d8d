import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

/** An action and its keys. */
export type Shortcut = readonly [string, readonly string[]];

type ShortcutsDialogProps = {
  shortcuts: readonly Shortcut[];
  open: boolean;
  onClose: () => void;
  /** What can be done with a mouse, in addition. */
  children?: ReactNode;
};

/** The keys of a page. */
export function ShortcutsDialog({ shortcuts, open, onClose, children }: ShortcutsDialogProps) {
  return (
    <Dialog open={open} title="Keyboard" onClose={onClose}>
      <dl className="text-sm">
        {shortcuts.map(([what, keys]) => (
          <div key={what} className="flex items-center justify-between gap-4 py-1">
            <dt>{what}</dt>
            <dd className="flex gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-6 rounded border border-line bg-raised px-1.5 py-0.5 text-center font-sans text-xs whitespace-nowrap"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {children && <p className="mt-3 text-sm text-soft">{children}</p>}
    </Dialog>
  );
}
