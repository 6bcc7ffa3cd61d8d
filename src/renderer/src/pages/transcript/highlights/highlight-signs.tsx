import { MessageSquare } from 'lucide-react';
import { COLOR_SIGNS } from '../../../../../shared/highlights/highlight.ts';
import { markStyle } from './color-choice.tsx';
import { openHighlight } from './mark-words.ts';
import { usePlaced } from './placed-highlights.ts';

/** After a sentence: the sign of each highlight that ends in it, which opens its comment. */
export function HighlightSigns({ segment }: { segment: number }) {
  const marks = usePlaced((state) => state.bySegment.get(segment));
  return marks
    ?.filter(({ ends }) => ends)
    .map(({ highlight: { id, color, quote, comment } }) => (
      <button
        key={id}
        type="button"
        aria-label={comment === null ? `Highlight: ${quote}` : `Comment: ${comment}`}
        title={comment ?? 'Highlight'}
        onClick={({ currentTarget }) =>
          openHighlight(id, currentTarget.getBoundingClientRect(), currentTarget)
        }
        style={markStyle(color)}
        className="mark-sign ms-1 inline-flex items-center gap-0.5 rounded px-1 text-xs leading-4 select-none"
      >
        {COLOR_SIGNS[color]}
        {comment !== null && <MessageSquare aria-hidden className="size-3" />}
      </button>
    ));
}
