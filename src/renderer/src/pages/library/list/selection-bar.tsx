import CircleStop from 'lucide-react/icons/circle-stop';
import Download from 'lucide-react/icons/download';
import Folder from 'lucide-react/icons/folder';
import ListChecks from 'lucide-react/icons/list-checks';
import TagIcon from 'lucide-react/icons/tag';
import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { keepClear } from '../../../components/frame/keep-clear.ts';
import { SELECTION_KEYS } from '../../../keys/key-tables.ts';
import { usePageKeys } from '../../../keys/page-keys.ts';
import { useLibrary } from '../../../stores/library/library-store.ts';
import { useMoves } from '../../../stores/library/move-store.ts';
import { useSelection } from '../../../stores/library/selection-store.ts';
import { useRemovals } from '../../../stores/library/trash-store.ts';
import { formatCount } from '../../../text/format.ts';
import { ExportManyDialog } from './export-many-dialog.tsx';
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
  const inState = (...wanted: readonly string[]) =>
    ids.filter((id) => wanted.includes(byId.get(id)?.status ?? ''));
  // One that ended early is exported as far as its text goes.
  const withText = ids.filter((id) => {
    const known = byId.get(id);
    return known?.status === 'completed' || (known?.text_until ?? null) !== null;
  });
  const running = inState('queued', 'processing');
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
        <Action icon={<Download aria-hidden />} onClick={() => setDialog('export')}>
          Export
        </Action>
      )}
      <Action icon={<Folder aria-hidden />} onClick={() => useMoves.ask(ids)}>
        Move
      </Action>
      <Action icon={<TagIcon aria-hidden />} onClick={() => setDialog('tags')}>
        Tags
      </Action>
      {running.length > 0 && <StopButton running={running} ofAll={ids.length} />}
      <Action
        icon={<Trash2 aria-hidden />}
        onClick={() => {
          useRemovals.remove(ids, count);
          useSelection.clear();
        }}
      >
        Delete
      </Action>
      <Action icon={<X aria-hidden />} onClick={useSelection.clear}>
        Deselect
      </Action>
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

/** Stops those that are not finished. */
function StopButton({ running, ofAll }: { running: readonly string[]; ofAll: number }) {
  const stop = () => {
    for (const id of running) void useLibrary.cancel(id);
    useSelection.clear();
  };
  return (
    <Action icon={<CircleStop aria-hidden />} onClick={stop}>
      {running.length === ofAll ? 'Stop' : `Stop ${formatCount(running.length)}`}
    </Action>
  );
}

/** Stays when it has nothing left to do: another button in its place would be pressed by a second click. */
function SelectAllButton({ selected }: { selected: number }) {
  const shown = useVisibleIds().length;
  const isComplete = useLibrary((state) => state.nextCursor === null);
  const gathering = useSelection((state) => state.gathering);
  return (
    <Action
      icon={<ListChecks aria-hidden />}
      disabled={gathering || (isComplete && selected === shown)}
      onClick={() => void useSelection.selectAll()}
    >
      Select all
    </Action>
  );
}

type ActionProps = { icon: ReactNode; children: string; disabled?: boolean; onClick: () => void };

/** In a narrow window its icon alone, so that the bar leaves the recordings in view. */
function Action({ icon, children, disabled, onClick }: ActionProps) {
  return (
    <Button disabled={disabled} onClick={onClick} title={children} className="max-md:px-2.5">
      {icon}
      <span className="max-md:sr-only">{children}</span>
    </Button>
  );
}
