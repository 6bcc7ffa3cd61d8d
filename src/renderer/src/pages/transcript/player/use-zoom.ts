import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { usePlayer } from '../../../stores/transcript/player-store.ts';

/** The shortest part that fills the waveform. */
const SHORTEST_MS = 10_000;

export type Zoom = ReturnType<typeof useZoom>;

/**
 * How much of the recording the waveform shows: `1` is all of it, `2` half. The part in view is where its box is
 * scrolled to; what is under the pointer, or else what is heard, stays in its place as one zooms.
 */
export function useZoom(box: RefObject<HTMLElement | null>, durationMs: number) {
  const most = Math.max(1, durationMs / SHORTEST_MS);
  const [zoom, setZoom] = useState(1);
  /** What has to stay: a place in the recording from 0 to 1, and how far from the box's left edge. */
  const fixed = useRef({ place: 0, left: 0 });

  const zoomBy = (factor: number, clientX?: number) => {
    const element = box.current;
    if (!element) return;
    const { scrollLeft, scrollWidth, clientWidth } = element;
    const heard = usePlayer.getState().timeMs / Math.max(1, durationMs);
    const left =
      clientX === undefined
        ? Math.min(clientWidth, Math.max(0, heard * scrollWidth - scrollLeft))
        : clientX - element.getBoundingClientRect().left;
    fixed.current = { place: (scrollLeft + left) / scrollWidth, left };
    setZoom((before) => Math.min(most, Math.max(1, before * factor)));
  };
  const onTurn = useEffectEvent(zoomBy);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { place, left } = fixed.current;
    element.scrollLeft = place * element.clientWidth * zoom - left;
  }, [box, zoom]);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    // React listens passively, and the page must not scroll meanwhile.
    const onWheel = (event: WheelEvent) => {
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      event.preventDefault();
      event.stopPropagation();
      onTurn(Math.exp(-event.deltaY / (event.ctrlKey ? 60 : 300)), event.clientX);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [box]);

  return { zoom, most, zoomBy };
}
