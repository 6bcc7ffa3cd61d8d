import { useEffect, useEffectEvent, useRef } from 'react';
import type { TimeSpan } from '../../../../../shared/time.ts';
import type { CuePlace } from './retiming-store.ts';

/** Narrower than this, the edges of a subtitle cannot be told apart by hand, in pixels. */
const TOO_SMALL = 32;
/** How much of the waveform it fills then. */
const SHARE = 0.3;

/** Gives how large it is then, for that has its limit. */
export type ZoomTo = (zoom: number, place: number) => number;

type CueInView = {
  box: HTMLElement | null;
  zoom: number;
  zoomTo: ZoomTo;
  durationMs: number;
  /** The subtitle that is timed, and its times; `null` while none is. */
  place: CuePlace | null;
  span: TimeSpan | null;
};

/** Brings the subtitle that is timed into view, larger if it would be too small to grab, and goes back afterwards. */
export function useCueInView({ box, zoom, zoomTo, durationMs, place, span }: CueInView) {
  const widthOf = ({ startMs, endMs }: TimeSpan) =>
    ((endMs - startMs) / Math.max(1, durationMs)) * (box?.clientWidth ?? 0) * zoom;
  const isTooSmall = (one: TimeSpan) => widthOf(one) < TOO_SMALL;
  /** What was in view before, and how large it was made. */
  const before = useRef<{ zoom: number; place: number; made: number } | null>(null);

  const show = useEffectEvent(() => {
    if (!box || !span || durationMs === 0) return;
    const middle = (span.startMs + span.endMs) / 2 / durationMs;
    const { scrollLeft, clientWidth, scrollWidth } = box;
    if (isTooSmall(span)) {
      const made = (SHARE * durationMs) / (span.endMs - span.startMs);
      const was = before.current ?? { zoom, place: (scrollLeft + clientWidth / 2) / scrollWidth };
      before.current = { ...was, made: zoomTo(made, middle) };
      return;
    }
    const [from, to] = [span.startMs, span.endMs].map((ms) => (ms / durationMs) * scrollWidth);
    const isInView = (from ?? 0) >= scrollLeft && (to ?? 0) <= scrollLeft + clientWidth;
    if (!isInView) zoomTo(zoom, middle);
  });
  const goBack = useEffectEvent(() => {
    const { current } = before;
    before.current = null;
    // A user who has zoomed meanwhile wants it so.
    if (current && Math.abs(zoom - current.made) < 0.001) zoomTo(current.zoom, current.place);
  });
  useEffect(() => {
    if (place) show();
    else goBack();
  }, [place]);
  return { isTooSmall };
}
