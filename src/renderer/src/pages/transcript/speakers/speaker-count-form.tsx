import { MAX_SPEAKERS } from '../../../../../shared/transcription/speakers.ts';
import { Button } from '../../../components/button.tsx';
import { Select } from '../../../components/select.tsx';
import { useEdits } from '../../../stores/transcript/edit-store.ts';

/** So many have a button; more are in a list. */
const FEW = 5;
const BUTTONS = Array.from({ length: FEW }, (_, index) => index + 1);
const MORE = Array.from({ length: MAX_SPEAKERS - FEW }, (_, index) => {
  const count = FEW + 1 + index;
  return [count, String(count)] as const;
});
const CHOICES = [...MORE, [null, 'I don’t know']] as const;

/** How many people speak: the number is the answer, and the speakers are identified again. */
export function CountForm({ found }: { found: number }) {
  const labeling = useEdits((state) => state.labeling);
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5 text-sm">
      <legend className="float-left me-1 text-ink">How many people speak?</legend>
      {BUTTONS.map((count) => (
        <Button
          key={count}
          aria-current={count === found || undefined}
          disabled={labeling}
          onClick={() => void useEdits.labelSpeakers(count)}
          className="w-9 px-0! aria-current:border-accent"
        >
          {count}
        </Button>
      ))}
      <Select
        label="More people, or as many as are heard"
        value={found > FEW ? found : undefined}
        placeholder="More"
        onChange={(count) => !labeling && void useEdits.labelSpeakers(count)}
        options={CHOICES}
        className="w-24"
      />
      <span role="status" className="ms-1 text-soft">
        {labeling && 'Listening…'}
      </span>
    </fieldset>
  );
}
