import type { ReactNode } from 'react';
import type { Generator, Structured } from '../../../../../shared/transcription/structured.ts';
import { client } from '../../../api/client.ts';
import { Button } from '../../../components/button.tsx';
import { Section } from '../../../components/section.tsx';
import { useSettings } from '../../../stores/settings-store.ts';
import { useTranscript } from '../../../stores/transcript/transcript-store.ts';
import { describeGenerator } from '../../../text/language-model.ts';
import { goToSegment } from './go-to-text.ts';
import { MomentButton } from './moment-button.tsx';

/** The most telling sentences and the quotes worth listening to; each leads to its moment. */
export function SummaryPanel({ structured }: { structured: Structured }) {
  const { summary, key_highlights: highlights } = structured;
  if (summary.sentences.length === 0 && highlights.length === 0) {
    return <p className="text-soft">There is too little text to summarize.</p>;
  }
  return (
    <div className="max-w-reading space-y-8">
      <Moments title="Summary" moments={summary.sentences}>
        <GeneratorNote generator={structured.generator} />
      </Moments>
      {highlights.length > 0 && <Moments title="Key points" moments={highlights} />}
    </div>
  );
}

type MomentsProps = {
  title: string;
  moments: readonly { text: string; start: number; segment_ids: number[] }[];
  children?: ReactNode;
};

function Moments({ title, moments, children }: MomentsProps) {
  return (
    <Section title={title}>
      <ul className="space-y-1 leading-relaxed">
        {moments.map(({ text, start, segment_ids: [first = 0] }) => (
          <li key={`${first} ${text}`}>
            <MomentButton start={start} onPress={() => goToSegment(first)}>
              {text}
            </MomentButton>
          </li>
        ))}
      </ul>
      {children}
    </Section>
  );
}

/** Who worded titles and summary, where that was a language model, and a way to have one do it. */
function GeneratorNote({ generator }: { generator: Generator }) {
  const model = useSettings((state) => state.settings?.llm?.model ?? null);
  const note = describeGenerator(generator);
  if (note === null && model === null) return null;
  return (
    <div className="mt-3 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2 text-sm text-soft">
      <p role="status" className="min-w-0 flex-1 wrap-anywhere">
        {note}
      </p>
      {model !== null && !generator.pending && (
        <Button onClick={() => useTranscript.remake((id) => client.structureAgain(id))}>
          {generator.model === model ? 'Rewrite' : `Rewrite with ${model}`}
        </Button>
      )}
    </div>
  );
}
