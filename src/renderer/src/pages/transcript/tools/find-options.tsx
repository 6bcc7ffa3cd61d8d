import { Checkbox } from '../../../components/checkbox.tsx';
import { Select } from '../../../components/select/select.tsx';
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
        <span className="flex min-w-0 items-center gap-2 text-sm">
          Words of
          <Select
            label="Words of"
            value={speaker === null ? EVERYBODY : String(speaker)}
            onChange={(id) => setOptions({ speaker: id === EVERYBODY ? null : Number(id) })}
            options={[
              [EVERYBODY, 'everybody'],
              ...speakers.map(({ id, name, label }) => [String(id), name ?? label] as const),
            ]}
            className="w-40"
          />
        </span>
      )}
    </div>
  );
}
