import { useEffect, useRef, useState } from 'react';
import { formatClock } from '../../../../../shared/time.ts';
import type { Chapter } from '../../../../../shared/transcription/structured.ts';
import { listen } from '../../../event-listeners.ts';
import { usePlayer } from '../player/player-store.ts';
import { goToSegment } from './go-to-text.ts';

type ContentsProps = {
  chapters: readonly Chapter[];
  onChosen?: () => void;
};

/** The chapters, each leading to its beginning; the current one is marked, and in view. */
export function Contents({ chapters, onChosen }: ContentsProps) {
  const current = useCurrentChapter(chapters);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const entry = list.current?.children[current];
    const box = list.current?.closest<HTMLElement>('[data-scrolls]');
    // Only the list is scrolled, and not the page as well.
    if (entry instanceof HTMLElement && box) keepInView(entry, box);
  }, [current]);
  const hours = (chapters.at(-1)?.start ?? 0) / 3600;
  const column = hours >= 10 ? 'w-16' : hours >= 1 ? 'w-14' : 'w-11';
  return (
    <ul ref={list}>
      {chapters.map((chapter, index) => (
        <li key={chapter.id}>
          <button
            type="button"
            aria-current={index === current || undefined}
            onClick={() => {
              onChosen?.();
              goToSegment(chapter.first_segment_id);
            }}
            className="flex w-full gap-2 rounded-r-md border-l-2 border-line px-2.5 py-1 text-left hover:bg-raised aria-[current=true]:border-accent aria-[current=true]:bg-accent-wash aria-[current=true]:font-medium"
          >
            <span className={`${column} shrink-0 font-normal text-soft tabular-nums`}>
              {formatClock(chapter.start * 1000)}
            </span>
            <span dir="auto" className="min-w-0 flex-1 text-start wrap-anywhere">
              {chapter.title}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function keepInView(entry: HTMLElement, box: HTMLElement): void {
  const { top, bottom } = entry.getBoundingClientRect();
  const edges = box.getBoundingClientRect();
  if (top < edges.top) box.scrollTop += top - edges.top - 8;
  else if (bottom > edges.bottom) box.scrollTop += bottom - edges.bottom + 8;
}

/** The chapter that plays, or that is read once the user has scrolled by hand; what precedes the first belongs to it. */
function useCurrentChapter(chapters: readonly Chapter[]): number {
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
