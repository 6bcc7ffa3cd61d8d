import { type PointerEvent, useRef } from 'react';

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
