import type { ReactNode } from 'react';
import { keyName } from '../../keys/key-matching.ts';
import type { KeyGroup } from '../../keys/key-tables.ts';
import { Dialog } from './dialog.tsx';

type ShortcutsDialogProps = {
  groups: readonly KeyGroup[];
  open: boolean;
  onClose: () => void;
  /** What can be done with a mouse, in addition. */
  children?: ReactNode;
};

export function ShortcutsDialog({ groups, open, onClose, children }: ShortcutsDialogProps) {
  return (
    <Dialog open={open} title="Keyboard shortcuts" onClose={onClose}>
      {groups.map(({ title, lines }) => (
        <section key={title} aria-label={title} className="not-first:mt-4 text-sm">
          <h3 className="mb-1 font-medium text-soft">{title}</h3>
          <dl>
            {lines.map(([does, commands]) => (
              <div key={does} className="flex items-center justify-between gap-4 py-1">
                <dt>{does}</dt>
                <dd className="flex flex-wrap justify-end gap-1.5">
                  {Object.values(commands)
                    .flat()
                    .map((key) => (
                      <kbd
                        key={key}
                        className="min-w-6 rounded border border-line bg-raised px-1.5 py-0.5 text-center font-sans text-xs whitespace-nowrap"
                      >
                        {keyName(key)}
                      </kbd>
                    ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {children && <p className="mt-3 text-sm text-soft">{children}</p>}
    </Dialog>
  );
}
