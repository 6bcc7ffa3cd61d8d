import Download from 'lucide-react/icons/download';
import Folder from 'lucide-react/icons/folder';
import TagIcon from 'lucide-react/icons/tag';
import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { keepClear } from '../../../components/frame/keep-clear.ts';
import { SELECTION_KEYS } from '../../../keys/key-tables.ts';
import { usePageKeys } from '../../../keys/page-keys.ts';
import { useLibrary } from '../../../stores/library/library-store.ts';
import { useProjects } from '../../../stores/library/project-store.ts';
import { useRemovals } from '../../../stores/library/removal-store.ts';
import { useSelection } from '../../../stores/library/selection-store.ts';
import { ExportManyDialog } from './export-many-dialog.tsx';
import { TagsDialog } from './tags-dialog.tsx';

/** The actions for the selected recordings; it floats, so that the list does not move. */
export function SelectionBar() {
  const selected = useSelection((state) => state.selected);
  const clear = useSelection((state) => state.clear);
  const remove = useRemovals((state) => state.remove);
  const cancel = useLibrary((state) => state.cancel);
  const byId = useLibrary((state) => state.byId);
  const [dialog, setDialog] = useState<'export' | 'tags' | null>(null);
  usePageKeys(SELECTION_KEYS, { clear: () => selected.size > 0 && clear() });
  if (selected.size === 0) return null;
  const ids = [...selected];
  const inState = (...wanted: readonly string[]) =>
    ids.filter((id) => wanted.includes(byId.get(id)?.status ?? ''));
  const finished = inState('completed');
  const running = inState('queued', 'processing');
  const count = selected.size === 1 ? '1 recording' : `${selected.size} recordings`;
  return (
    <div
      ref={keepClear}
      role="toolbar"
      aria-label="Selected recordings"
      className="fixed inset-x-2 bottom-4 z-10 mx-auto flex w-fit flex-wrap items-center gap-2 rounded-xl border border-line bg-panel px-4 py-2.5 text-sm shadow-panel"
    >
      <span role="status" className="mr-1">
        {count} selected
      </span>
      {finished.length > 0 && (
        <Button onClick={() => setDialog('export')}>
          <Download aria-hidden />
          Export
        </Button>
      )}
      <Button onClick={() => useProjects.getState().ask(ids)}>
        <Folder aria-hidden />
        Move
      </Button>
      <Button onClick={() => setDialog('tags')}>
        <TagIcon aria-hidden />
        Tags
      </Button>
      {running.length > 0 && (
        <Button
          onClick={() => {
            for (const id of running) void cancel(id);
            clear();
          }}
        >
          <X aria-hidden />
          Stop {running.length === selected.size ? '' : running.length}
        </Button>
      )}
      <Button
        onClick={() => {
          remove(ids, count);
          clear();
        }}
      >
        <Trash2 aria-hidden />
        Delete
      </Button>
      <Button onClick={clear}>Cancel</Button>
      <ExportManyDialog
        ids={finished}
        unfinished={ids.length - finished.length}
        open={dialog === 'export'}
        onClose={() => setDialog(null)}
      />
      <TagsDialog ids={ids} open={dialog === 'tags'} onClose={() => setDialog(null)} />
    </div>
  );
}
