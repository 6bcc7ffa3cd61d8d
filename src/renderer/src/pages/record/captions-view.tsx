import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { CAPTION_SEGMENTS } from '../../../../shared/captions.ts';
import type { LiveText } from '../../../../shared/recordings.ts';
import { separator } from '../../../../shared/subtitles/spacing.ts';
import { PageHeading } from '../../components/frame/page-heading.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { createBrowserStorage } from '../../stores/browser-storage.ts';

const SIZES = ['text-xl', 'text-3xl', 'text-5xl', 'text-7xl'];
const LARGEST = SIZES.length - 1;
/** Whoever needs large letters needs them the next time too. */
const kept = createBrowserStorage('caption-size', z.int().min(0).max(LARGEST), 1);

type CaptionsViewProps = {
  text: Pick<LiveText, 'segments' | 'provisional'> | null;
  /** Shown where there is no text. */
  note: string;
  /** Shown below the text. */
  trouble?: string | null;
};

/** The last lines of a text that grows, in large letters. */
export function CaptionsView({ text, note, trouble = null }: CaptionsViewProps) {
  const [size, setSize] = useState(kept.read);
  const change = (by: number) => setSize(kept.write(Math.min(LARGEST, Math.max(0, size + by))));
  const letters = SIZES[size] ?? '';
  const firm = text?.segments.slice(-CAPTION_SEGMENTS) ?? [];
  const said = [...firm, ...(text?.provisional ?? [])];
  return (
    <main className="flex h-dvh flex-col overflow-hidden p-4 short:px-3 short:py-1">
      <div className="sr-only">
        <PageHeading title="Captions">Captions</PageHeading>
      </div>
      <div className="@container-size flex min-h-0 flex-1 flex-col justify-end">
        {/* As many lines as there is room for: none is cut through. */}
        <div
          className={`flex max-h-[round(down,100cqh,1lh)] min-h-lh flex-col justify-end overflow-hidden leading-tight wrap-anywhere ${letters}`}
        >
          {said.length === 0 ? (
            <p className="text-soft">{note}</p>
          ) : (
            <p dir="auto" lang={said.at(-1)?.language} className="text-start">
              {said.map((segment, index) => (
                <span key={segment.id} className={index < firm.length ? '' : 'text-soft'}>
                  {index > 0 && separator(said[index - 1]?.text ?? '', segment.text)}
                  {segment.text}
                </span>
              ))}
            </p>
          )}
        </div>
      </div>
      <div className="flex items-center justify-end gap-1">
        <p role="status" className="mr-auto text-sm text-soft">
          {said.length > 0 && trouble}
        </p>
        <IconButton
          icon={Minus}
          label="Smaller letters"
          tip="Smaller"
          aria-disabled={size === 0}
          onClick={() => change(-1)}
        />
        <IconButton
          icon={Plus}
          label="Larger letters"
          tip="Larger"
          aria-disabled={size === LARGEST}
          onClick={() => change(1)}
        />
      </div>
    </main>
  );
}
