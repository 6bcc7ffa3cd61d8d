import type { Shortcut } from '../../../components/dialogs/shortcuts-dialog.tsx';
import { redoKeys, withCommand } from '../../../text/keys.ts';

/** The keys of a transcript's page; `use-transcript-keys.ts` listens to them. */
export const SHORTCUTS: readonly Shortcut[] = [
  ['Play or pause', ['Space', 'K']],
  ['Back 5 seconds', ['←', 'J']],
  ['Forward 5 seconds', ['→', 'L']],
  ['Previous sentence, next sentence', ['↑', '↓']],
  ['Slower, faster', ['[', ']']],
  ['Repeat the sentence', ['R']],
  ['Edit the selected or spoken word', ['E', 'Enter']],
  ['Give the sentence or the selected words to a speaker', ['S']],
  ['Save the sentence or the selected words as a clip', ['C']],
  ['Editing: keep the change', [withCommand('Enter')]],
  ['Editing: keep it and edit the next or previous doubtful word', ['Tab', 'Shift Tab']],
  ['Editing: cancel the change', ['Esc']],
  ['Editing: start a paragraph here, or only a sentence', ['Enter', 'Shift Enter']],
  ['Editing: join with the sentence before or after', ['Backspace', 'Delete']],
  ['Editing: play or pause', ['Ctrl Space']],
  ['Previous doubtful word, next doubtful word', [',', '.']],
  ['In the review: it is right, replace the word, play it again', ['Y', 'W', 'P']],
  ['Undo, redo', [withCommand('Z'), redoKeys()]],
  ['Find and replace', ['/', withCommand('F')]],
  ['Export', [withCommand('S')]],
];
