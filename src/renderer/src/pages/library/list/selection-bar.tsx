import {
  CircleStop,
  Download,
  Folder,
  ListChecks,
  type LucideIcon,
  Tag as TagIcon,
  Trash2,
  X,
} from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { keepClear } from '../../../components/frame/covered-above.ts';
import { SELECTION_KEYS } from '../../../keys/key-tables.ts';
import { usePageKeys } from '../../../keys/page-keys.ts';
import { useLibrary } from '../../../stores/library/library-store.ts';
import { useRemovals } from '../../../stores/library/trash-store.ts';
import { formatCount } from '../../../text/format.ts';
import { useMoves } from '../projects/move-store.ts';
import { ExportManyDialog } from './export-many-dialog.tsx';
import { hasText, isRunning } from './row-menu.tsx';
import { useSelection } from './selection-store.ts';
import { TagsDialog } from './tags-dialog.tsx';
import { useVisibleIds } from './use-visible-ids.ts';

/** The actions for the selected recordings; it floats, so that the list does not move. */
export function SelectionBar() {
  const selected = useSelection((state) => state.selected);
  const byId = useLibrary((state) => state.byId);
  const [dialog, setDialog] = useState<'export' | 'tags' | null>(null);
  usePageKeys(SELECTION_KEYS, { clear: () => selected.size > 0 && useSelection.clear() });
  // One that somebody else has deleted is no longer there.
  const ids = [...selected].filter((id) => byId.has(id));
  if (ids.length === 0) return null;
  const items = ids.flatMap((id) => byId.get(id) ?? []);
  // One that ended early is exported as far as its text goes.
  const withText = items.filter(hasText).map(({ id }) => id);
  const running = items.filter(isRunning).map(({ id }) => id);
  const count = ids.length === 1 ? '1 recording' : `${formatCount(ids.length)} recordings`;
  return (
    <div
      ref={keepClear}
      role="toolbar"
      aria-label="Selected recordings"
      className="card fixed inset-x-2 bottom-4 z-10 mx-auto flex w-fit flex-wrap items-center gap-2 px-4 py-2.5 text-sm"
    >
      <span role="status" className="mr-1 min-w-40 tabular-nums max-sm:w-full">
        {count} selected
      </span>
      <SelectAllButton selected={ids.length} />
      {withText.length > 0 && (
        <Action icon={Download} label="Export" onClick={() => setDialog('export')} />
      )}
      <Action icon={Folder} label="Move" onClick={() => useMoves.ask(ids)} />
      <Action icon={TagIcon} label="Tags" onClick={() => setDialog('tags')} />
      {running.length > 0 && <StopButton running={running} ofAll={ids.length} />}
      <Action
        icon={Trash2}
        label="Delete"
        onClick={() => {
          useRemovals.remove(ids, count);
          useSelection.clear();
        }}
      />
      <Action icon={X} label="Deselect" onClick={useSelection.clear} />
      <ExportManyDialog
        ids={withText}
        withoutText={ids.length - withText.length}
        open={dialog === 'export'}
        onClose={() => setDialog(null)}
      />
      <TagsDialog ids={ids} open={dialog === 'tags'} onClose={() => setDialog(null)} />
    </div>
  );
}

function StopButton({ running, ofAll }: { running: readonly string[]; ofAll: number }) {
  const stop = () => {
    for (const id of running) void useLibrary.cancel(id);
    useSelection.clear();
  };
  return (
    <Action
      icon={CircleStop}
      label={running.length === ofAll ? 'Stop' : `Stop ${formatCount(running.length)}`}
      onClick={stop}
    />
  );
}

/** Stays when it has nothing left to do: another button in its place would be pressed by a second click. */
function SelectAllButton({ selected }: { selected: number }) {
  const shown = useVisibleIds().length;
  const isComplete = useLibrary((state) => state.nextCursor === null);
  const gathering = useSelection((state) => state.gathering);
  return (
    <Action
      icon={ListChecks}
      label="Select all"
      disabled={gathering || (isComplete && selected === shown)}
      onClick={() => useSelection.selectAll()}
    />
  );
}

type ActionProps = { icon: LucideIcon; label: string; disabled?: boolean; onClick: () => void };

/** In a narrow window its icon alone, so that the bar leaves the recordings in view. */
function Action({ label, ...props }: ActionProps) {
  return (
    <Button {...props} title={label} className="max-md:px-2.5">
      <span className="max-md:sr-only">{label}</span>
    </Button>
  );
}
