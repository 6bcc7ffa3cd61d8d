import { useEffect, useState } from 'react';
import type { Chapter } from '../../../../../shared/transcription/structured.ts';
import { usePlayer } from '../../../stores/transcript/player-store.ts';

/**
 * The index of the chapter one is in: the one that is heard, or, once the person has scrolled by hand, the one that is
 * read; -1 before the first.
 */
export function useCurrentChapter(chapters: readonly Chapter[]): number {
  const following = usePlayer((state) => state.following);
  const heard = usePlayer(({ timeMs }) =>
    chapters.findLastIndex(({ start }) => start * 1000 <= timeMs + 1),
  );
  const [read, setRead] = useState(-1);
  useEffect(() => {
    if (following) return;
    const look = () => {
      const segment = segmentInView();
      if (segment === null) return;
      setRead(chapters.findLastIndex(({ first_segment_id: first }) => first <= segment));
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [following, chapters]);
  return following ? heard : read;
}

/** The last sentence that begins above the middle of the window; `null` where no text is shown. */
function segmentInView(): number | null {
  let segment: number | null = null;
  for (const element of document.querySelectorAll<HTMLElement>('[data-segment]')) {
    const id = Number(element.dataset['segment']);
    if (segment === null || element.getBoundingClientRect().top < innerHeight * 0.4) segment = id;
  }
  return segment;
}
