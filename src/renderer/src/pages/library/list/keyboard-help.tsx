import Keyboard from 'lucide-react/icons/keyboard';
import { useState } from 'react';
import { ShortcutsDialog } from '../../../components/dialogs/shortcuts-dialog.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { LIBRARY_HELP } from '../../../keys/key-help.ts';
import { HELP_KEYS } from '../../../keys/key-tables.ts';
import { usePageKeys } from '../../../keys/page-keys.ts';

/** Shows which keys do what, also by "?". */
export function KeyboardHelp() {
  const [open, setOpen] = useState(false);
  usePageKeys(HELP_KEYS, { help: () => setOpen(true) });
  return (
    <>
      <IconButton label="Keyboard" tip="Keyboard (?)" onClick={() => setOpen(true)}>
        <Keyboard aria-hidden />
      </IconButton>
      <ShortcutsDialog groups={LIBRARY_HELP} open={open} onClose={() => setOpen(false)}>
        Click the box beside a recording to select it; Shift-click selects everything in between.
      </ShortcutsDialog>
    </>
  );
}
