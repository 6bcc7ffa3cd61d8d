import { Meter } from '@base-ui/react/meter';
import { useEffect, useRef } from 'react';
import type { RecordedTrack } from '../../../../shared/recordings.ts';
import { levelOf } from '../../recorder/levels.ts';

/** The quietest that is shown, in decibels below the loudest. */
const RANGE_DB = 60;
/** From here on it is too loud to be recorded as it is. */
const TOO_LOUD = 0.98;
const DRAW_EVERY_MS = 200;
/** What is read out by programs changes once a second. */
const DRAWINGS_A_SECOND = 1000 / DRAW_EVERY_MS;

/** How loud a track is: a bar that moves with it. */
export function LevelMeter({ track, label }: { track: RecordedTrack; label: string }) {
  const meter = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!meter.current || !bar.current) return;
    return follow(track, meter.current, bar.current);
  }, [track]);
  return (
    <Meter.Root
      ref={meter}
      value={0}
      aria-label={label}
      className="h-2 min-w-24 flex-1 overflow-hidden rounded-full bg-raised forced-colors:bg-[GrayText]"
    >
      <div
        ref={bar}
        className="h-full w-full origin-left scale-x-0 bg-accent forced-colors:bg-[Highlight] will-change-transform data-loud:bg-danger"
      />
    </Meter.Root>
  );
}

/** Draws past React and moves the bar alone, so that nothing else is rendered or laid out; nothing where nobody sees it. */
function follow(track: RecordedTrack, meter: HTMLElement, bar: HTMLElement): () => void {
  let shown = 0;
  let drawings = 0;
  const draw = () => {
    if (document.hidden) return;
    const peak = levelOf(track);
    const share = Math.max(0, 1 + (20 * Math.log10(Math.max(peak, 0.001))) / RANGE_DB);
    const percent = Math.round(100 * share);
    if (percent !== shown) bar.style.scale = `${percent / 100} 1`;
    shown = percent;
    if (peak > TOO_LOUD !== 'loud' in bar.dataset) bar.toggleAttribute('data-loud');
    drawings += 1;
    if (drawings % DRAWINGS_A_SECOND !== 0) return;
    meter.setAttribute('aria-valuenow', `${percent}`);
    meter.setAttribute('aria-valuetext', `${percent} %`);
  };
  const drawing = setInterval(draw, DRAW_EVERY_MS);
  return () => clearInterval(drawing);
}
