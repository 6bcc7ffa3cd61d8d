import type { Shortcut } from '../../../components/dialogs/shortcuts-dialog.tsx';
import { withCommand } from '../../../text/keys.ts';

/** The keys of the library. */
export const SHORTCUTS: readonly Shortcut[] = [
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
