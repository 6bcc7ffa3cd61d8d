import { MAX_MOVED, type Project } from '../../../../../shared/projects.ts';
import { titleOf } from '../../../../../shared/transcription/title.ts';
import { client } from '../../../api/client.ts';
import { createStore } from '../../../stores/create-store.ts';
import { knownRecording, showRecording } from '../../../stores/library/change-recordings.ts';
import { notify, offer, toasts } from '../../../stores/toasts.ts';
import { formatCount } from '../../../text/format.ts';
import { useSelection } from '../list/selection-store.ts';

const INITIAL = {
  dragged: [] as readonly string[],
  /** The recordings whose project is being chosen. */
  asking: [] as readonly string[],
};

/** Moving recordings between projects; pages/library/projects/move-dialog.tsx asks where to. */
export const useMoves = createStore(INITIAL, (set) => {
  const send = async (ids: readonly string[], project_id: string | null) => {
    const moved = [];
    for (let from = 0; from < ids.length; from += MAX_MOVED) {
      const part = ids.slice(from, from + MAX_MOVED);
      moved.push(...(await client.moveRecordings({ ids: part, project_id })).data);
    }
    show(
      moved.map(({ id }) => id),
      project_id,
    );
    return moved;
  };

  const moveBack = (moved: Awaited<ReturnType<typeof send>>) =>
    notify(async () => {
      for (const [from, group] of Map.groupBy(moved, (one) => one.from)) {
        await send(
          group.map(({ id }) => id),
          from,
        );
      }
    });

  return {
    /** Moves recordings into a project, or with `null` out of theirs; a message offers to undo it. */
    move: (ids: readonly string[], to: Project | null) =>
      notify(async () => {
        const name = nameOf(ids);
        const moved = await send(ids, to?.id ?? null);
        useSelection.clear();
        const where = to ? `“${to.name}”` : 'no project';
        if (moved.length === 0) {
          toasts.add({ title: `${name} ${ids.length === 1 ? 'is' : 'are'} in ${where} already` });
          return;
        }
        const title = to ? `Moved ${name} to ${where}` : `Took ${name} out of the project`;
        offer({ title }, 'Undo', () => void moveBack(moved));
      }),
    drag: (dragged: readonly string[]) => set({ dragged }),
    ask: (asking: readonly string[]) => set({ asking }),
  };
});

/** What is known of them is shown so at once; one that is neither in the list nor open is not put into it. */
function show(ids: readonly string[], project_id: string | null): void {
  for (const id of ids) {
    const known = knownRecording(id);
    if (known) showRecording({ ...known, project_id });
  }
}

/** As a sentence names them: by title, or how many. */
export function nameOf(ids: readonly string[]): string {
  const [id = '', ...others] = ids;
  if (others.length > 0) return `${formatCount(ids.length)} recordings`;
  const known = knownRecording(id);
  return known ? `“${titleOf(known.source)}”` : 'the recording';
}
