import type { ReactNode } from 'react';
import { formatClock } from '../../../../shared/time.ts';
import type { Chapter } from '../../../../shared/transcription/structured.ts';
import { usePlayer } from '../../stores/transcript/player-store.ts';

type OutlineProps = {
  chapters: readonly Chapter[];
  /** Goes to a segment and shows it in the text. */
  onJump: (segment: number) => void;
  /** The picture, when there is one. */
  children: ReactNode;
};

/** Beside the text: the picture and the chapters; the one that is heard is marked. */
export function Outline({ chapters, onJump, children }: OutlineProps) {
  const current = usePlayer(({ timeMs }) =>
    chapters.findLastIndex(({ start }) => start * 1000 <= timeMs + 1),
  );
  const hours = (chapters.at(-1)?.start ?? 0) / 3600;
  const column = hours >= 10 ? 'w-16' : hours >= 1 ? 'w-14' : 'w-11';
  return (
    <aside
      aria-label="Outline"
      className={`space-y-4 text-sm max-lg:order-first ${children ? '' : 'max-lg:hidden'} lg:sticky lg:top-34 lg:max-h-[calc(100dvh-13rem)] lg:self-start lg:overflow-y-auto`}
    >
      {children}
      {chapters.length > 1 && (
        <section className="max-lg:hidden">
          <h2 className="mb-1.5 px-2 font-medium text-soft">Contents</h2>
          <ul>
            {chapters.map((chapter, index) => (
              <li key={chapter.id}>
                <button
                  type="button"
                  aria-current={index === current || undefined}
                  onClick={() => onJump(chapter.first_segment_id)}
                  className="flex w-full gap-3 rounded-md px-2 py-1 text-left hover:bg-raised aria-[current=true]:font-medium"
                >
                  <span className={`${column} shrink-0 text-soft tabular-nums`}>
                    {formatClock(chapter.start * 1000)}
                  </span>
                  <span dir="auto" className="min-w-0 flex-1 text-start wrap-anywhere">
                    {chapter.title}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  );
}
