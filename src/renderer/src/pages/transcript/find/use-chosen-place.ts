import { useEffect } from 'react';
import { useEdits } from '../../../stores/transcript/edit-store.ts';
import type { Place } from '../../../text/segment.ts';
import { mark, segmentElement } from '../highlights/highlighted-words.ts';
import { showSegment } from '../reading/go-to-text.ts';

/** Brings a place into view and marks it as the chosen one. */
export function useChosenPlace(place: Place | undefined): void {
  const { segment, offset = 0, length = 0 } = place ?? {};
  useEffect(() => {
    if (segment === undefined) return;
    showSegment(segment);
    useEdits.choose({ segment, offset, length });
    let unmark = () => {};
    // Its paragraph may be drawn only some frames after the page was scrolled there.
    const markIt = () => {
      unmark();
      const element = segmentElement(segment);
      unmark = element ? mark('chosen', element, [{ offset, length }]) : () => {};
    };
    let frame = requestAnimationFrame(function again() {
      markIt();
      if (!segmentElement(segment)) frame = requestAnimationFrame(again);
    });
    return () => {
      cancelAnimationFrame(frame);
      unmark();
    };
  }, [segment, offset, length]);
}
