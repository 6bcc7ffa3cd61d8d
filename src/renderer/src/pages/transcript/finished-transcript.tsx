import { useMemo, useRef } from 'react';
import type { Transcription, TranscriptionResult } from '../../../../shared/transcription.ts';
import { blockOfSegment, toBlocks } from './blocks.ts';
import { Outline } from './outline.tsx';
import { Summary } from './summary.tsx';
import { TranscriptActions } from './transcript-actions.tsx';
import { TranscriptText, type TranscriptTextHandle } from './transcript-text.tsx';

type FinishedTranscriptProps = { transcription: Transcription; result: TranscriptionResult };

export function FinishedTranscript({ transcription, result }: FinishedTranscriptProps) {
  const blocks = useMemo(() => toBlocks(result), [result]);
  const text = useRef<TranscriptTextHandle>(null);
  const showSegment = (segment: number) => text.current?.showBlock(blockOfSegment(blocks, segment));
  const { structured } = result;

  return (
    <>
      <TranscriptActions transcription={transcription} result={result} blocks={blocks} />
      <div className="mt-6 grid gap-x-12 gap-y-8 md:grid-cols-[minmax(0,1fr)_15rem]">
        <div className="min-w-0 space-y-8">
          {structured && <Summary summary={structured.summary} onShow={showSegment} />}
          {blocks.length > 0 ? (
            <TranscriptText ref={text} blocks={blocks} />
          ) : (
            <p className="text-soft">No speech was found in this recording.</p>
          )}
        </div>
        {structured && <Outline structured={structured} onShow={showSegment} />}
      </div>
    </>
  );
}
