import type { ReactNode } from 'react';
import type { Structured } from '../../../../shared/structured.ts';
import { formatClock } from '../../../../shared/time.ts';

type OutlineProps = { structured: Structured; onShow: (segment: number) => void };

/** Beside the text: the chapters, the quotes worth hearing, and what it is about. */
export function Outline({ structured, onShow }: OutlineProps) {
  const { table_of_contents: chapters, key_highlights: highlights, terms } = structured;
  return (
    <aside
      aria-label="Outline"
      className="space-y-6 text-sm md:sticky md:top-20 md:max-h-[calc(100dvh-6rem)] md:self-start md:overflow-y-auto"
    >
      {chapters.length > 1 && (
        <OutlineSection title="Contents">
          {chapters.map((chapter) => (
            <OutlineLink
              key={chapter.id}
              start={chapter.start}
              text={chapter.title}
              onClick={() => onShow(chapter.first_segment_id)}
            />
          ))}
        </OutlineSection>
      )}
      {highlights.length > 0 && (
        <OutlineSection title="Highlights">
          {highlights.map((highlight) => (
            <OutlineLink
              key={highlight.id}
              start={highlight.start}
              text={highlight.text}
              onClick={() => onShow(highlight.segment_ids[0] ?? 0)}
            />
          ))}
        </OutlineSection>
      )}
      {terms.length > 0 && (
        <OutlineSection title="Terms">
          <li className="px-2 leading-relaxed">
            {terms
              .slice(0, 12)
              .map(({ term }) => term)
              .join(', ')}
          </li>
        </OutlineSection>
      )}
    </aside>
  );
}

function OutlineSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1.5 font-medium text-soft">{title}</h2>
      <ul className="-mx-2">{children}</ul>
    </section>
  );
}

type OutlineLinkProps = { start: number; text: string; onClick: () => void };

function OutlineLink({ start, text, onClick }: OutlineLinkProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onClick}
        className="flex w-full gap-3 rounded-md px-2 py-1 text-left hover:bg-raised"
      >
        <span className="min-w-8 shrink-0 text-soft tabular-nums">{formatClock(start * 1000)}</span>
        <span className="min-w-0 wrap-anywhere">{text}</span>
      </button>
    </li>
  );
}
