import { useEffect, useState } from 'react';
import type { Chapter } from '../../../../../shared/transcription/structured.ts';
import { listen } from '../../../listen.ts';
import { usePlayer } from '../../../stores/transcript/player-store.ts';

/**
 * The index of the current chapter: the one that plays, or, once the user has scrolled by hand, the one being read.
 * What comes before the first belongs to it.
 */
export function useCurrentChapter(chapters: readonly Chapter[]): number {
  const following = usePlayer((state) => state.following);
  const playing = usePlayer(({ timeMs }) =>
    Math.max(
      0,
      chapters.findLastIndex(({ start }) => start * 1000 <= timeMs + 1),
    ),
  );
  const [read, setRead] = useState(0);
  useEffect(() => {
    if (following) return;
    const look = () => {
      const segment = segmentInView();
      if (segment === null) return;
      const last = chapters.findLastIndex(({ first_segment_id: first }) => first <= segment);
      setRead(Math.max(0, last));
    };
    look();
    return listen(window, { scroll: look }, { passive: true });
  }, [following, chapters]);
  return following ? playing : read;
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
