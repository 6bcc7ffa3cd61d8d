import { Popover } from '@base-ui/react/popover';
import { returnFocus } from '../../../components/return-focus.ts';
import { useHighlights } from '../../../stores/transcript/highlight-store.ts';
import { HighlightForm } from './highlight-form.tsx';
import { useOpened } from './mark-words.ts';

/** What is written to a highlight, beside its words. */
export function HighlightCard() {
  const opened = useOpened((state) => state.opened);
  const highlight = useHighlights(({ highlights }) =>
    highlights.find(({ id }) => id === opened?.id),
  );
  const close = () => useOpened.setState({ opened: null });
  return (
    <Popover.Root open={highlight !== undefined} onOpenChange={(open) => !open && close()}>
      {opened && highlight && (
        <Popover.Portal container={document.querySelector('main')}>
          <Popover.Positioner
            anchor={{ getBoundingClientRect: () => opened.rect }}
            align="start"
            sideOffset={4}
            className="z-20"
          >
            <Popover.Popup
              aria-label="Highlight"
              initialFocus={false}
              finalFocus={() => returnFocus(opened.home)}
              className="max-h-(--available-height) w-96 max-w-(--available-width) overflow-y-auto rounded-lg border border-line bg-panel p-3 text-sm shadow-panel"
            >
              <HighlightForm
                key={highlight.id}
                highlight={highlight}
                onDone={close}
                onDelete={() => {
                  close();
                  void useHighlights.remove(highlight.id);
                }}
              />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      )}
    </Popover.Root>
  );
}
