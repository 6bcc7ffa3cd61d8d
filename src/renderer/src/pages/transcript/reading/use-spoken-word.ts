import { useEffect, useEffectEvent, useRef } from 'react';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { coveredAbove } from '../../../components/frame/covered-above.ts';
import { usePlayer } from '../../../stores/transcript/player-store.ts';
import { mark, segmentElement } from './highlights.ts';
import { segmentAt, wordAt, wordsOf } from './places.ts';

/** Room at the edges within which the spoken words stay; above, what stays there is added. */
const TOP_ROOM = 16;
const BOTTOM_EDGE = 120;

/** Marks the word that is heard, and scrolls with it until the person scrolls away; a jump brings it back. */
export function useSpokenWord(
  segments: readonly TranscriptSegment[],
  show: (segment: number) => void,
): void {
  const find = useEffectEvent((ms: number) => {
    const segment = segmentAt(segments, ms);
    const word = segment && wordAt(wordsOf(segment), ms);
    return segment && { segment, word };
  });
  const reveal = useEffectEvent((segment: number) => {
    const element = segmentElement(segment);
    if (!element) return show(segment);
    const { top, bottom } = element.getBoundingClientRect();
    const covered = coveredAbove();
    if (top >= covered + TOP_ROOM && bottom <= innerHeight - BOTTOM_EDGE) return;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    scrollBy({
      top: top - covered - (innerHeight - covered) / 5,
      behavior: still ? 'instant' : 'smooth',
    });
  });

  const marked = useRef({ element: null as HTMLElement | null, at: '', unmark: () => {} });
  const lastSegment = useRef(-1);
  const lastSeeks = useRef(usePlayer.getState().seeks);
  const update = useEffectEvent(() => {
    const { timeMs, playing, following, seeks } = usePlayer.getState();
    // Nothing is marked before anything was heard.
    const place = timeMs > 0 || playing ? find(timeMs) : undefined;
    const element = place ? segmentElement(place.segment.id) : null;
    const at = `${place?.segment.id} ${place?.word?.offset} ${place?.segment.text}`;
    if (at !== marked.current.at || element !== marked.current.element) {
      marked.current.unmark();
      const { word } = place ?? {};
      const spans = word ? [{ offset: word.offset, length: word.text.length }] : [];
      marked.current = { element, at, unmark: element ? mark('spoken', element, spans) : () => {} };
    }
    // Whoever goes elsewhere sees that place, also where nothing plays.
    const sought = seeks !== lastSeeks.current;
    lastSeeks.current = seeks;
    if (!place || (place.segment.id === lastSegment.current && !sought)) return;
    if (sought || (playing && following)) reveal(place.segment.id);
    lastSegment.current = place.segment.id;
  });

  useEffect(() => usePlayer.subscribe(() => update()), []);
  // The text's own elements come and go with scrolling and with edits.
  useEffect(() => update());
  useEffect(() => () => marked.current.unmark(), []);
}
