import { useState } from 'react';
import { Choice } from '../../components/choice.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Section } from '../../components/section.tsx';
import { useSettings } from '../../stores/settings-store.ts';
import { daysOf, FOREVER, keepChoices, keepText } from '../../text/keep.ts';

type Kept = 'keep_recordings_days' | 'keep_transcriptions_days';

/** How long recordings and transcripts are kept. */
export function Retention() {
  return (
    <Section title="How long to keep things">
      <div className="flex flex-wrap gap-4">
        <KeepChoice label="Recordings" name="keep_recordings_days" />
        <KeepChoice label="Transcripts" name="keep_transcriptions_days" />
      </div>
      <p className="text-sm text-soft">
        Counted from the end of the transcription. Without its recording a transcript can still be
        read, corrected and exported.
      </p>
    </Section>
  );
}

/** A shorter time deletes something now, so it is asked for first. */
function KeepChoice({ label, name }: { label: string; name: Kept }) {
  const days = useSettings((state) => state.settings?.[name] ?? null);
  const update = useSettings((state) => state.update);
  const [asked, setAsked] = useState<number | null>(null);

  const choose = (choice: string) => {
    const chosen = daysOf(choice);
    if (chosen !== null && (days === null || chosen < days)) setAsked(chosen);
    else void update({ [name]: chosen });
  };

  return (
    <>
      <Choice
        label={label}
        value={days === null ? FOREVER : String(days)}
        onChange={choose}
        options={keepChoices(days)}
      />
      <ConfirmDialog
        open={asked !== null}
        title={asked === null ? '' : `Delete ${label.toLowerCase()} after ${keepText(asked)}?`}
        description="Older ones are permanently deleted now, later ones when their time is up."
        action="Delete"
        onConfirm={() => void update({ [name]: asked })}
        onClose={() => setAsked(null)}
      />
    </>
  );
}
