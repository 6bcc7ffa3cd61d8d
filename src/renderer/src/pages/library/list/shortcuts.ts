import type { Shortcut } from '../../../components/dialogs/shortcuts-dialog.tsx';
import { withCommand } from '../../../text/keys.ts';

/** The keys of the library. */
export const SHORTCUTS: readonly Shortcut[] = [
  ['Paste a link', ['/']],
  ['Search', [withCommand('F')]],
  ['Recording above, below', ['↑', '↓']],
  ['First, last recording', ['Home', 'End']],
  ['Open', ['Enter']],
  ['Rename', ['F2']],
  ['Delete', ['Del']],
  ['Mark', ['Space']],
  ['Mark several', ['Shift ↑', 'Shift ↓']],
  ['Mark all', [withCommand('A')]],
  ['Mark none', ['Esc']],
];
