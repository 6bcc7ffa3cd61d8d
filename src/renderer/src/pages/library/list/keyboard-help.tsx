import Keyboard from 'lucide-react/icons/keyboard';
import { useState } from 'react';
import { type Shortcut, ShortcutsDialog } from '../../../components/dialogs/shortcuts-dialog.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { usePageKeys } from '../../../components/page-keys.ts';
import { withCommand } from '../../../text/keys.ts';

/** Shows which keys do what, also by "?". */
export function KeyboardHelp() {
  const [open, setOpen] = useState(false);
  usePageKeys(({ key }, inField) => {
    if (key !== '?' || inField) return false;
    setOpen(true);
    return true;
  });
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
