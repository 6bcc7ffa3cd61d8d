import { useSelection } from '../../../stores/library/selection-store.ts';
import { visibleIds } from './use-visible-ids.ts';

type SelectBoxProps = {
  id: string;
  title: string;
};

/** Marks a recording, with Shift all from the last one on; with the keyboard, Space does so on the row itself. */
export function SelectBox({ id, title }: SelectBoxProps) {
  const checked = useSelection((state) => state.selected.has(id));
  const toggle = useSelection((state) => state.toggle);
  const extend = useSelection((state) => state.extend);
  return (
    <input
      type="checkbox"
      checked={checked}
      tabIndex={-1}
      aria-label={`Select ${title}`}
      onChange={({ nativeEvent }) => {
        const ranged = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
        if (ranged) extend(id, visibleIds());
        else toggle(id);
      }}
      className="relative z-1 -mr-1 size-4 shrink-0 accent-accent"
    />
  );
}
