import { formatClock } from '../../../../../shared/time.ts';
import { titleOf } from '../../../../../shared/transcription/title.ts';
import type { TranscriptionSummary } from '../../../../../shared/transcription/transcription.ts';
import { ProgressBar } from '../../../components/progress-bar.tsx';

/** The right side of a row: how far it is, or how long the recording. While it is under way its width never changes. */
export function RowMeasure({ item }: { item: TranscriptionSummary }) {
  const length = item.duration_seconds;
  const over = item.status === 'completed' || item.status === 'failed';
  return (
    <div
      className={`flex shrink-0 items-center justify-end gap-3 text-sm text-soft tabular-nums ${over ? 'sm:w-14' : 'sm:w-48'}`}
    >
      {item.status === 'processing' ? (
        <>
          <div className="flex-1 max-sm:hidden">
            <ProgressBar value={item.progress} label={`Progress of ${titleOf(item.source)}`} />
          </div>
          <span className="w-10 text-right">{Math.floor(item.progress * 100)}%</span>
        </>
      ) : (
        length !== null && <span>{formatClock(length * 1000)}</span>
      )}
    </div>
  );
}
