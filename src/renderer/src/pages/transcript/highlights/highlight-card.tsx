import { FloatingCard } from '../../../components/floating-card.tsx';
import { HighlightForm } from './highlight-form.tsx';
import { useHighlights } from './highlight-store.ts';
import { useOpened } from './mark-words.ts';

/** What is written to a highlight, beside its words. */
export function HighlightCard() {
  const opened = useOpened((state) => state.opened);
  const highlight = useHighlights(({ highlights }) =>
    highlights.find(({ id }) => id === opened?.id),
  );
  const close = () => useOpened.setState({ opened: null });
  return (
    <FloatingCard
      open={highlight !== undefined}
      label="Highlight"
      anchor={opened && { getBoundingClientRect: () => opened.rect }}
      home={opened?.home}
      onClose={close}
    >
      {highlight && (
        <HighlightForm
          key={highlight.id}
          highlight={highlight}
          onDone={close}
          onDelete={() => {
            close();
            void useHighlights.remove(highlight.id);
          }}
        />
      )}
    </FloatingCard>
  );
}
