import { useEffect, useEffectEvent } from 'react';
import type { TranscriptSegment } from '../../../../../shared/transcription.ts';
import { usePlayer } from '../../../stores/player-store.ts';
import { mark, segmentElement } from './highlights.ts';
import { segmentAt, wordAt, wordsOf } from './places.ts';

/** Room at the edges within which the spoken words stay. */
const TOP_EDGE = 140;
const BOTTOM_EDGE = 120;

/** Marks the word that is heard, and scrolls with it until the person scrolls away. */
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
    if (top >= TOP_EDGE && bottom <= innerHeight - BOTTOM_EDGE) return;
    scrollBy({ top: top - innerHeight / 3, behavior: 'smooth' });
  });

  useEffect(() => {
    let unmark = () => {};
    let shown = '';
    let lastSegment = -1;
    const update = ({ timeMs, playing, following }: ReturnType<typeof usePlayer.getState>) => {
      const place = find(timeMs);
      const element = place && segmentElement(place.segment.id);
      const now = `${place?.segment.id} ${place?.word?.offset} ${element?.textContent.length}`;
      if (now !== shown) {
        unmark();
        const { word } = place ?? {};
        const spans = word ? [{ offset: word.offset, length: word.text.length }] : [];
        unmark = element ? mark('spoken', element, spans) : () => {};
        shown = now;
      }
      if (!place || place.segment.id === lastSegment) return;
      if (playing && following) reveal(place.segment.id);
      lastSegment = place.segment.id;
    };
    const unsubscribe = usePlayer.subscribe(update);
    return () => {
      unsubscribe();
      unmark();
    };
  }, []);

  useEffect(() => {
    const stopFollowing = () => usePlayer.getState().setFollowing(false);
    window.addEventListener('wheel', stopFollowing, { passive: true });
    window.addEventListener('touchmove', stopFollowing, { passive: true });
    return () => {
      window.removeEventListener('wheel', stopFollowing);
      window.removeEventListener('touchmove', stopFollowing);
    };
  }, []);
}
