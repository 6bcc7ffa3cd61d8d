import type { Structured } from '../../../../shared/structured.ts';

type SummaryProps = { summary: Structured['summary']; onShow: (segment: number) => void };

/** The most telling sentences; each leads to its place in the text. */
export function Summary({ summary, onShow }: SummaryProps) {
  if (summary.sentences.length === 0) return null;
  return (
    <section aria-labelledby="summary" className="rounded-xl bg-accent-wash px-5 py-4">
      <h2 id="summary" className="mb-1 text-sm font-medium text-accent">
        Summary
      </h2>
      <ul>
        {summary.sentences.map(({ text, segment_ids: [first = 0] }) => (
          <li key={first}>
            <button
              type="button"
              className="py-0.5 text-left decoration-accent underline-offset-4 hover:underline"
              onClick={() => onShow(first)}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
