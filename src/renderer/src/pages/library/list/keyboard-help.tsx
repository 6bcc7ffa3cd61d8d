import Keyboard from 'lucide-react/icons/keyboard';
import { useEffect, useState } from 'react';
import { type Shortcut, ShortcutsDialog } from '../../../components/dialogs/shortcuts-dialog.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { isEditable } from '../../../components/is-editable.ts';
import { withCommand } from '../../../text/keys.ts';

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

/** The keys of the library. */
const SHORTCUTS: readonly Shortcut[] = [
  ['Paste a link', ['/']],
  ['Search', [withCommand('F')]],
  ['Previous recording, next recording', ['↑', '↓']],
  ['First, last recording', ['Home', 'End']],
  ['Open', ['Enter']],
  ['Rename', ['F2']],
  ['Delete', ['Del']],
  ['Select', ['Space']],
  ['Select several', ['Shift ↑', 'Shift ↓']],
  ['Select all', [withCommand('A')]],
  ['Clear the selection', ['Esc']],
];
