import { useEffect, useRef } from 'react';
import { formatClock } from '../../../../../shared/time.ts';
import type { Chapter } from '../../../../../shared/transcription/structured.ts';
import { goToSegment } from './go-to-text.ts';
import { useCurrentChapter } from './use-current-chapter.ts';

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
