import { Checkbox } from '../../../components/checkbox.tsx';
import { useFind } from '../../../stores/transcript/find-store.ts';
import { useTranscript } from '../../../stores/transcript/transcript-store.ts';

const EVERYBODY = 'everybody';

/** What counts as found: whole words, the same case, one person's words. */
export function FindOptionsRow() {
  const { wholeWords, matchCase, speaker, setOptions } = useFind();
  const speakers = useTranscript((state) => state.transcription?.result?.speakers);
  return (
    <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-1 px-1 max-lg:order-2 lg:order-1">
      <Checkbox checked={wholeWords} onChange={(on) => setOptions({ wholeWords: on })}>
        Whole words
      </Checkbox>
      <Checkbox checked={matchCase} onChange={(on) => setOptions({ matchCase: on })}>
        Match case
      </Checkbox>
      {speakers !== undefined && speakers.length > 1 && (
        <label className="flex min-w-0 items-center gap-2 text-sm">
          Words of
          <select
            value={speaker ?? EVERYBODY}
            onChange={({ target }) => {
              setOptions({ speaker: target.value === EVERYBODY ? null : Number(target.value) });
            }}
            className="h-8 max-w-44 rounded-lg border border-field-line bg-panel px-2 text-sm"
          >
            <option value={EVERYBODY}>everybody</option>
            {speakers.map(({ id, name, label }) => (
              <option key={id} value={id}>
                {name ?? label}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
