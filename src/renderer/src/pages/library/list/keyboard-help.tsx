import Keyboard from 'lucide-react/icons/keyboard';
import { useEffect, useState } from 'react';
import { ShortcutsDialog } from '../../../components/dialogs/shortcuts-dialog.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { isEditable } from '../../../components/is-editable.ts';
import { SHORTCUTS } from './shortcuts.ts';

/** Shows which keys do what, also by "?". */
export function KeyboardHelp() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      if (key === '?' && !isEditable(target)) setOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <IconButton label="Keyboard" tip="Keyboard (?)" onClick={() => setOpen(true)}>
        <Keyboard aria-hidden />
      </IconButton>
      <ShortcutsDialog shortcuts={SHORTCUTS} open={open} onClose={() => setOpen(false)}>
        Click the box beside a recording to select it; Shift-click selects everything in between.
      </ShortcutsDialog>
    </>
  );
}
