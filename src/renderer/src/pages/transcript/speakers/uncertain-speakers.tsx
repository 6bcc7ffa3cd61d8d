import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Diarization, MAX_SPEAKERS } from '../../../../../shared/transcription/speakers.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Select } from '../../../components/select.tsx';
import { dismiss, useDismissed } from '../../../stores/browser-storage.ts';
import { useEdits } from '../../../stores/transcript/edit-store.ts';

type UncertainSpeakersProps = {
  id: string;
  diarization: Diarization;
  /** What else may help. */
  children?: ReactNode;
  /** Shown where nothing is uncertain. */
  otherwise?: ReactNode;
};

/** Says above the text and above its speakers that the labels may be wrong, and asks what would help. */
export function UncertainSpeakers(props: UncertainSpeakersProps) {
  const { id, diarization, children, otherwise = null } = props;
  const { warning, speaker_count, confidence } = diarization;
  // Who has found some labels right has not heard those of the next time.
  const key = `speakers-checked ${id} ${confidence} ${warning}`;
  const checked = useDismissed(key);
  if (warning === null || checked) return otherwise;
  return (
    <div className="mb-4 max-w-transcript">
      <Notice look="warning" icon={TriangleAlert}>
        <p>{warning}</p>
        <div className="flex flex-wrap items-center gap-2 pt-1.5">
          <CountForm found={speaker_count} />
          {children}
          <Button onClick={() => dismiss(key)}>The labels are right</Button>
        </div>
      </Notice>
    </div>
  );
}

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
          onClick={() => useEdits.labelSpeakers(count)}
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
