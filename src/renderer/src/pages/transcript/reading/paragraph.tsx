import { memo } from 'react';
import { formatClock } from '../../../../../shared/time.ts';
import { usePlayer } from '../../../stores/transcript/player-store.ts';
import type { ParagraphBlock } from './blocks.ts';
import { SegmentText } from './segment-text.tsx';
import { SpeakerMenu } from './speaker-menu.tsx';

export const Paragraph = memo(function Paragraph({ block }: { block: ParagraphBlock }) {
  const seek = usePlayer((state) => state.seek);
  const { speaker, startMs, pieces } = block;
  return (
    <div className="flex gap-4 pb-4 max-sm:flex-col max-sm:gap-1">
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Go to ${formatClock(startMs)}`}
        onClick={() => seek(startMs)}
        className={`h-6 w-14 shrink-0 text-left text-sm text-soft tabular-nums select-none hover:text-accent ${speaker ? '' : 'mt-0.5'}`}
      >
        {formatClock(startMs)}
      </button>
      {/* The name stands where the line begins: its own letters do not count. */}
      <div dir="auto" className="min-w-0 max-w-[68ch] flex-1 text-start">
        {speaker && (
          <SpeakerMenu speaker={speaker} segments={pieces.map(({ segment }) => segment)} />
        )}
        <p lang={pieces[0]?.segment.language} className="text-base leading-relaxed wrap-anywhere">
          {pieces.map(({ segment, space, key, others }) => (
            <span key={key}>
              {space && ' '}
              <SegmentText segment={segment} />
              {others.length > 0 && (
                <span className="text-xs text-soft select-none" title="They talk at the same time">
                  {` with ${others.join(' and ')}`}
                </span>
              )}
            </span>
          ))}
        </p>
      </div>
    </div>
  );
});
