import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { separator } from '../../../../shared/subtitles/spacing.ts';
import { PageHeading } from '../../components/frame/page-heading.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { useLive } from '../../stores/recorder/live-store.ts';
import { useLiveText } from './live-words.tsx';

const SIZES = ['text-xl', 'text-3xl', 'text-5xl', 'text-7xl'];
/** So much is never in view at once. */
const SHOWN = 20;

/** A window of its own: the last lines of what is being recorded, in large letters. */
export default function CaptionsPage() {
  const id = useLive(({ recordings }) => recordings[0]?.id);
  const [size, setSize] = useState(1);
  return (
    <main className="flex h-dvh flex-col overflow-hidden p-4">
      <div className="sr-only">
        <PageHeading title="Captions">Captions</PageHeading>
      </div>
      <div className="flex min-h-0 flex-1 flex-col justify-end overflow-hidden">
        {id === undefined ? (
          <p className={`text-soft ${SIZES[size]}`}>Nothing is being recorded.</p>
        ) : (
          <Lines id={id} size={SIZES[size] ?? ''} />
        )}
      </div>
      <div className="flex justify-end gap-1">
        <IconButton
          label="Smaller letters"
          tip="Smaller"
          disabled={size === 0}
          onClick={() => setSize(size - 1)}
        >
          <Minus aria-hidden />
        </IconButton>
        <IconButton
          label="Larger letters"
          tip="Larger"
          disabled={size === SIZES.length - 1}
          onClick={() => setSize(size + 1)}
        >
          <Plus aria-hidden />
        </IconButton>
      </div>
    </main>
  );
}

function Lines({ id, size }: { id: string; size: string }) {
  const text = useLiveText(id);
  const firm = text?.segments.slice(-SHOWN) ?? [];
  const said = [...firm, ...(text?.provisional ?? [])];
  if (said.length === 0) return <p className={`text-soft ${size}`}>Listening…</p>;
  return (
    <p dir="auto" lang={said.at(-1)?.language} className={`text-start leading-snug ${size}`}>
      {said.map((segment, index) => (
        <span key={segment.id} className={index < firm.length ? '' : 'text-soft'}>
          {index > 0 && separator(said[index - 1]?.text ?? '', segment.text)}
          {segment.text}
        </span>
      ))}
    </p>
  );
}
