import {
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { listen } from '../../../event-listeners.ts';
import { usePlayer } from './player-store.ts';

/** The shortest part that fills the waveform. */
const SHORTEST_MS = 10_000;

/**
 * How much of the recording the waveform shows: `1` is all of it, `2` half. The part in view is where its box is
 * scrolled to; what is under the pointer, or else what plays, stays in its place as one zooms.
 */
export function useZoom(box: HTMLElement | null, durationMs: number) {
  const most = Math.max(1, durationMs / SHORTEST_MS);
  const [zoom, setZoom] = useState(1);
  /** What has to stay: a place in the recording from 0 to 1, and how far from the box's left edge. */
  const fixed = useRef({ place: 0, left: 0 });

  const zoomBy = (factor: number, clientX?: number) => {
    if (!box) return;
    const { scrollLeft, scrollWidth, clientWidth } = box;
    const played = usePlayer.getState().timeMs / Math.max(1, durationMs);
    const left =
      clientX === undefined
        ? Math.min(clientWidth, Math.max(0, played * scrollWidth - scrollLeft))
        : clientX - box.getBoundingClientRect().left;
    fixed.current = { place: (scrollLeft + left) / scrollWidth, left };
    setZoom((before) => Math.min(most, Math.max(1, before * factor)));
  };
  /** Brings a place of the recording to the middle, so large. */
  const zoomTo = (wanted: number, place: number): number => {
    const next = Math.min(most, Math.max(1, wanted));
    if (!box) return zoom;
    fixed.current = { place, left: box.clientWidth / 2 };
    if (next === zoom) box.scrollLeft = place * box.scrollWidth - box.clientWidth / 2;
    else setZoom(next);
    return next;
  };
  const onTurn = useEffectEvent(zoomBy);

  useLayoutEffect(() => {
    if (!box) return;
    const { place, left } = fixed.current;
    box.scrollLeft = place * box.clientWidth * zoom - left;
  }, [box, zoom]);

  useEffect(() => {
    if (!box) return;
    // React listens passively, and the page must not scroll meanwhile.
    const onWheel = (event: WheelEvent) => {
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      event.preventDefault();
      event.stopPropagation();
      onTurn(Math.exp(-event.deltaY / (event.ctrlKey ? 60 : 300)), event.clientX);
    };
    return listen(box, { wheel: onWheel }, { passive: false });
  }, [box]);

  return { zoom, most, zoomBy, zoomTo };
}

/** Two fingers on an element: `onPinch` gets by how much they have parted, and the middle between them. */
export function usePinch(onPinch: (factor: number, clientX: number) => void) {
  const fingers = useRef(new Map<number, number>());
  return {
    /** Takes note of a finger; whether there are two. */
    follow: ({ pointerId, pointerType, clientX, buttons }: PointerEvent): boolean => {
      const { current } = fingers;
      if (pointerType !== 'touch' || buttons === 0) return false;
      const before = spread(current);
      current.set(pointerId, clientX);
      if (current.size !== 2) return false;
      const after = spread(current);
      const [one = 0, other = 0] = current.values();
      if (before > 0 && after > 0) onPinch(after / before, (one + other) / 2);
      return true;
    },
    end: ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId),
  };
}

function spread(fingers: ReadonlyMap<number, number>): number {
  const [one, other] = fingers.values();
  return one === undefined || other === undefined ? 0 : Math.abs(one - other);
}
