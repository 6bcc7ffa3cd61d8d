import type { ReactNode } from 'react';
import type { Cue } from '../../../../../shared/subtitles/subtitle-options.ts';
import { formatClock } from '../../../../../shared/time.ts';
import { usePlayer } from '../player/player-store.ts';

type CueButtonProps = {
  cue: Cue;
  language?: string;
  current: boolean;
  /** In characters a second. */
  speed: number;
  /** What is wrong with it, beside its speed. */
  trouble: ReactNode;
  onPress?: () => void;
  /** What is said below its words. */
  children: ReactNode;
};

/** One subtitle with its moment and how fast it must be read; press it to play it. */
export function CueButton(props: CueButtonProps) {
  const { cue, language, current, speed, trouble, onPress, children } = props;
  const { startMs, label, lines } = cue;
  return (
    <button
      type="button"
      aria-current={current || undefined}
      onClick={() => {
        onPress?.();
        usePlayer.seek(startMs);
      }}
      className="flex w-full min-w-0 flex-1 flex-wrap gap-x-3 rounded-md px-2 py-1.5 text-left hover:bg-raised aria-[current=true]:bg-accent-wash sm:flex-nowrap"
    >
      <span className="w-14 shrink-0 text-sm leading-6 text-soft tabular-nums">
        {formatClock(startMs)}
      </span>
      <span className="min-w-0 wrap-anywhere max-sm:order-last max-sm:w-full sm:flex-1">
        <span dir="auto" lang={language} className="block text-start whitespace-pre-line">
          {label && (
            <span className="text-soft">
              <bdi>{label}</bdi>:{' '}
            </span>
          )}
          {lines.join('\n')}
        </span>
        {children}
      </span>
      <span
        className={`shrink-0 text-right text-sm leading-6 tabular-nums max-sm:ml-auto sm:w-18 ${trouble ? 'text-danger' : 'text-soft'}`}
      >
        {speed} char/s{trouble}
      </span>
    </button>
  );
}
