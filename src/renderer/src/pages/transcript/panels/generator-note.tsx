import type { Generator } from '../../../../../shared/transcription/structured.ts';
import { Button } from '../../../components/button.tsx';
import { useSettings } from '../../../stores/settings-store.ts';
import { useTranscript } from '../../../stores/transcript/transcript-store.ts';
import { describeGenerator } from '../../../text/language-model.ts';

/** Who worded titles and summary, where that was a language model, and a way to have one do it. */
export function GeneratorNote({ generator }: { generator: Generator }) {
  const model = useSettings((state) => state.settings?.llm?.model ?? null);
  const structureAgain = useTranscript((state) => state.structureAgain);
  const note = describeGenerator(generator);
  if (note === null && model === null) return null;
  return (
    <div className="mt-3 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2 text-sm text-soft">
      <p role="status" className="min-w-0 flex-1 wrap-anywhere">
        {note}
      </p>
      {model !== null && !generator.pending && (
        <Button onClick={() => void structureAgain()}>
          {generator.model === model ? 'Rewrite' : `Rewrite with ${model}`}
        </Button>
      )}
    </div>
  );
}
