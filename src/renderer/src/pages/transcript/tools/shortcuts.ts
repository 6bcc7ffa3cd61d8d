import type { Shortcut } from '../../../components/dialogs/shortcuts-dialog.tsx';
import { redoKeys, withCommand } from '../../../text/keys.ts';

/** The keys of a transcript's page; `use-transcript-keys.ts` listens to them. */
export const SHORTCUTS: readonly Shortcut[] = [
  ['Play or pause', ['Space', 'K']],
  ['Back 5 seconds', ['←', 'J']],
  ['On 5 seconds', ['→', 'L']],
  ['Sentence before, next sentence', ['↑', '↓']],
  ['Slower, faster', ['[', ']']],
  ['Repeat the sentence', ['R']],
  ['Correct the chosen or spoken word', ['E', 'Enter']],
  ['Give the sentence or the selected words to a speaker', ['S']],
  ['Correcting: keep it', [withCommand('Enter'), 'Tab']],
  ['Correcting: cancel it', ['Esc']],
  ['Correcting: begin a paragraph, only a sentence', ['Enter', 'Shift Enter']],
  ['Correcting: join to what is before or after', ['Backspace', 'Delete']],
  ['Correcting: play or pause', ['Ctrl Space']],
  ['Doubtful word before, next doubtful word', [',', '.']],
  ['Undo, redo', [withCommand('Z'), redoKeys()]],
  ['Find and replace', ['/', withCommand('F')]],
  ['Export', [withCommand('S')]],
];
