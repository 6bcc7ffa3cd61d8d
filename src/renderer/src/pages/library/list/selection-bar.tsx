import Trash2 from 'lucide-react/icons/trash-2';
import { Button } from '../../../components/button.tsx';
import { keepClear } from '../../../components/frame/keep-clear.ts';
import { useRemovals } from '../../../stores/library/removal-store.ts';
import { useSelection } from '../../../stores/library/selection-store.ts';

/** What can be done with the marked recordings; it floats, so that the list does not move. */
export function SelectionBar() {
  const selected = useSelection((state) => state.selected);
  const clear = useSelection((state) => state.clear);
  const remove = useRemovals((state) => state.remove);
  if (selected.size === 0) return null;
  const count = selected.size === 1 ? '1 recording' : `${selected.size} recordings`;
  return (
    <div
      ref={keepClear}
      role="toolbar"
      aria-label="Selected recordings"
      className="fixed inset-x-0 bottom-4 z-10 mx-auto flex w-fit items-center gap-3 rounded-xl border border-line bg-panel px-4 py-2.5 text-sm shadow-panel"
    >
      <span role="status">{count} selected</span>
      <Button
        onClick={() => {
          remove([...selected], count);
          clear();
        }}
      >
        <Trash2 aria-hidden />
        Delete
      </Button>
      <Button onClick={clear}>Cancel</Button>
    </div>
  );
}
