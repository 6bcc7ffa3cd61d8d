import { useRef } from 'react';
import { DEFAULT_SETTINGS } from '../../../../../shared/settings.ts';
import {
  MAX_SPELLINGS,
  type Spelling,
  withSpelling,
} from '../../../../../shared/spelling/spelling.ts';
import { useSettings } from '../../../stores/settings-store.ts';
import { PasteLines } from './paste-lines.tsx';
import { SpellingForm, SpellingRow } from './spelling-row.tsx';

/** The settings that hold spellings: of every recording, or of those from the watch folder. */
type SpellingSetting = 'spelling' | 'watch_spelling';

/** What is heard wrong and how it is written, one a row. */
export function Spellings({ setting }: { setting: SpellingSetting }) {
  const list = useSettings((state) => state.settings?.[setting] ?? DEFAULT_SETTINGS[setting]);
  const { tryUpdate, update } = useSettings();
  const rows = useRef<HTMLUListElement>(null);
  // What had the focus goes: the list takes it, so that the keyboard stays here.
  const keepFocus = () => rows.current?.focus();
  const add = (entries: readonly Spelling[]) =>
    tryUpdate({ [setting]: entries.reduce(withSpelling, list) });
  return (
    <>
      <p className="text-sm text-soft">
        Words and phrases that are heard wrong again and again, and how you write them.
      </p>
      {list.length < MAX_SPELLINGS ? (
        <SpellingForm entry={null} action="Add" onSubmit={(entry) => add([entry])} />
      ) : (
        <p className="text-sm">These are all {MAX_SPELLINGS} there can be.</p>
      )}
      {list.length > 0 && (
        <ul
          ref={rows}
          tabIndex={-1}
          aria-label="Spellings"
          className="divide-y divide-line rounded-lg border border-line bg-panel"
        >
          {list.map((entry, at) => (
            <SpellingRow
              key={`${entry.to}\n${entry.from.join('\n')}`}
              entry={entry}
              onChange={(changed) => tryUpdate({ [setting]: list.with(at, changed) })}
              onRemove={() => {
                keepFocus();
                void update({ [setting]: list.toSpliced(at, 1) });
              }}
              onClose={keepFocus}
            />
          ))}
        </ul>
      )}
      <PasteLines onAdd={add} />
    </>
  );
}
