import { Dialog } from '../../../components/dialog.tsx';
import { redoKeys, withCommand } from '../../../text/keys.ts';

const SHORTCUTS: readonly (readonly [string, readonly string[]])[] = [
  ['Play or pause', ['Space', 'K']],
  ['Back 5 seconds', ['←', 'J']],
  ['On 5 seconds', ['→', 'L']],
  ['Sentence before, next sentence', ['↑', '↓']],
  ['Slower, faster', ['[', ']']],
  ['Repeat the sentence', ['R']],
  ['Correct the sentence that is heard or reviewed', ['E']],
  ['End correcting', ['Enter', 'Esc']],
  ['Doubtful word before, next doubtful word', [',', '.']],
  ['Undo, redo', [withCommand('Z'), redoKeys()]],
  ['Find and replace', ['/', withCommand('F')]],
  ['Export', [withCommand('S')]],
  ['Back to the library', ['Esc']],
];

export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} title="Keyboard" onClose={onClose}>
      <dl className="text-sm">
        {SHORTCUTS.map(([what, keys]) => (
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
      <p className="mt-3 text-sm text-soft">
        Click a word to hear it; double-click a sentence to correct it.
      </p>
    </Dialog>
  );
}
