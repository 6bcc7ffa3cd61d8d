import { useEffect, useState } from 'react';
import { joinTexts } from '../../../../../shared/subtitles/spacing.ts';
import { formatClock } from '../../../../../shared/time.ts';
import type { HeardPassage } from '../../../../../shared/transcription/editing.ts';
import { client } from '../../../api/client.ts';
import { errorText } from '../../../api/error-text.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog, DialogFoot } from '../../../components/dialogs/dialog.tsx';
import { Loading } from '../../../components/loading.tsx';
import { segmentsShown, useEdits } from '../../../stores/transcript/edit-store.ts';
import { useTranscript } from '../../../stores/transcript/transcript-store.ts';
import { WordDifferences } from './word-differences.tsx';

type OriginalDialogProps = { id: string; open: boolean; onClose: () => void };

/** The passages that are no longer as they were transcribed, with what differs, and the way back for each or all. */
export function OriginalDialog({ id, open, onClose }: OriginalDialogProps) {
  return (
    <Dialog open={open} title="Compare with original" onClose={onClose}>
      {open && <Passages id={id} />}
    </Dialog>
  );
}

/** More than this would be slow to show; restoring some makes room for the next. */
const SHOWN = 100;

function Passages({ id }: { id: string }) {
  const revision = useTranscript((state) => state.saved?.revision);
  const [passages, setPassages] = useState<readonly HeardPassage[] | null>(null);
  const [problem, setProblem] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision is another text.
  useEffect(() => {
    const load = async () => {
      try {
        await useEdits.save();
        setPassages((await client.getHeard(id)).data);
      } catch (thrown) {
        setProblem(errorText(thrown));
      }
    };
    void load();
  }, [id, revision]);
  if (problem !== '') return <p role="alert">{problem}</p>;
  if (!passages) return <Loading />;
  if (passages.length === 0)
    return <p className="text-soft">Nothing has been changed since it was transcribed.</p>;
  const last = segmentsShown().length - 1;
  return (
    <>
      <ul className="space-y-4">
        {passages.slice(0, SHOWN).map((passage) => (
          <li key={passage.start}>
            <Passage passage={passage} />
          </li>
        ))}
      </ul>
      {passages.length > SHOWN && (
        <p className="mt-4 text-sm text-soft">And {passages.length - SHOWN} more.</p>
      )}
      <DialogFoot>
        <Button onClick={() => useEdits.make([{ op: 'heard', first: 0, last }])}>
          Restore everything
        </Button>
      </DialogFoot>
    </>
  );
}

function Passage({
  passage: { first, last, start, heard: transcribed },
}: {
  passage: HeardPassage;
}) {
  const now = segmentsShown().slice(first, last + 1);
  const before = joinTexts(transcribed.map(({ text }) => text));
  const after = joinTexts(now.map(({ text }) => text));
  const [were, are] = [namesOf(transcribed), namesOf(now)];
  return (
    <div className="flex gap-3 text-sm">
      <span className="w-12 shrink-0 text-soft tabular-nums">{formatClock(start * 1000)}</span>
      <div className="min-w-0 flex-1">
        {were !== are && (
          <p className="text-soft">
            <del>{were}</del> → <span className="font-medium text-ink">{are}</span>
          </p>
        )}
        <p dir="auto" className="wrap-anywhere">
          <WordDifferences before={before} after={after} />
        </p>
        {before === after && were === are && (
          <p className="text-soft">Only the ends of sentences or paragraphs have changed.</p>
        )}
      </div>
      <Button onClick={() => useEdits.make([{ op: 'heard', first, last }])}>Restore</Button>
    </div>
  );
}

function namesOf(segments: readonly { speaker: string }[]): string {
  return [...new Set(segments.map(({ speaker }) => speaker))].join(', ');
}
