import { type PointerEvent, useEffect, useMemo, useRef } from 'react';
import { formatClock } from '../../../../../shared/time.ts';
import { usePlayer } from '../../../stores/transcript/player-store.ts';
import { useTranscript } from '../../../stores/transcript/transcript-store.ts';
import { WAVEFORM_BOX, waveformPath } from './waveform-path.ts';

/** How loud the recording is along its length; the part that was heard is coloured. Press anywhere to go there. */
export function Waveform({ durationMs }: { durationMs: number }) {
  const peaks = useTranscript((state) => state.peaks);
  const seek = usePlayer((state) => state.seek);
  const second = usePlayer((state) => Math.floor(state.timeMs / 1000));
  const path = useMemo(() => (peaks ? waveformPath(peaks) : ''), [peaks]);
  const heard = useRef<SVGSVGElement>(null);
  const needle = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // Past React: this happens for every picture on the screen.
    const show = ({ timeMs }: { timeMs: number }) => {
      const percent = Math.min(100, (timeMs / Math.max(1, durationMs)) * 100);
      if (heard.current) heard.current.style.clipPath = `inset(0 ${100 - percent}% 0 0)`;
      if (needle.current) needle.current.style.left = `${percent}%`;
    };
    show(usePlayer.getState());
    return usePlayer.subscribe(show);
  }, [durationMs]);

  const goTo = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons !== 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { left, width } = event.currentTarget.getBoundingClientRect();
    seek(((event.clientX - left) / width) * durationMs);
  };

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Place in the recording"
      aria-valuemin={0}
      aria-valuemax={Math.floor(durationMs / 1000)}
      aria-valuenow={Math.min(second, Math.floor(durationMs / 1000))}
      aria-valuetext={`${formatClock(second * 1000)} of ${formatClock(durationMs)}`}
      className="relative h-10 min-w-0 flex-1 cursor-pointer touch-none max-sm:order-first max-sm:h-8 max-sm:basis-full"
      onPointerDown={goTo}
      onPointerMove={goTo}
    >
      <Bars path={path} className="text-field-line/50" />
      <Bars path={path} className="text-accent" ref={heard} />
      <div ref={needle} className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-accent" />
    </div>
  );
}

type BarsProps = { path: string; className: string; ref?: React.Ref<SVGSVGElement> };

function Bars({ path, className, ref }: BarsProps) {
  return (
    <svg
      ref={ref}
      aria-hidden
      viewBox={WAVEFORM_BOX}
      preserveAspectRatio="none"
      className={`absolute inset-0 size-full ${className}`}
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
