import { create } from 'zustand';
import type { ServerEvent } from '../../../../shared/api.ts';
import { MAX_MOVED, type Project, type UpdateProject } from '../../../../shared/projects.ts';
import { titleOf } from '../../../../shared/transcription/title.ts';
import { client } from '../../api/client.ts';
import { errorText } from '../../api/error-text.ts';
import { notify, toasts } from '../toasts.ts';
import { useLibrary } from './library-store.ts';
import { useSelection } from './selection-store.ts';

type ProjectStore = {
  /** By name. */
  projects: readonly Project[];
  /** `false` until they are here. */
  loaded: boolean;
  load: () => Promise<void>;
  apply: (event: ServerEvent) => void;
  /** The new project, or why there is none. */
  make: (name: string) => Promise<Project | string>;
  /** Resolves to the reason of a refusal, else `null`. */
  change: (id: string, changes: UpdateProject) => Promise<string | null>;
  /** Its recordings stay. Whether it is gone. */
  remove: (id: string) => Promise<boolean>;
  /** Moves recordings into a project, or with `null` out of theirs; a message offers to undo it. */
  move: (ids: readonly string[], to: Project | null) => Promise<void>;
  /** The recordings that are being dragged. */
  dragged: readonly string[];
  drag: (ids: readonly string[]) => void;
  /** The recordings whose project is being chosen. */
  asking: readonly string[];
  ask: (ids: readonly string[]) => void;
};

/** Projects, and moving recordings between them. */
export const useProjects = create<ProjectStore>()((set, get) => {
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

  let refreshing = false;
  let again = false;
  /** Many recordings that are added one after the other have them loaded once in a while. */
  const refresh = async () => {
    again = true;
    if (refreshing) return;
    refreshing = true;
    while (again) {
      again = false;
      // A service that is gone has them loaded when it is back.
      await get()
        .load()
        .catch(() => {});
    }
    refreshing = false;
  };

  return {
    projects: [],
    loaded: false,
    load: async () => set({ projects: (await client.listProjects()).data, loaded: true }),
    apply: (event) => {
      if (event.type !== 'projects') return;
      void refresh();
      if (event.changed === 'many') void useLibrary.getState().load();
    },
    make: async (name) => {
      try {
        const project = await client.createProject({ name });
        await get().load();
        return project;
      } catch (thrown) {
        return errorText(thrown);
      }
    },
    change: async (id, changes) => {
      try {
        await client.updateProject(id, changes);
        await get().load();
        return null;
      } catch (thrown) {
        return errorText(thrown);
      }
    },
    remove: async (id) => {
      let isGone = false;
      await notify(async () => {
        await client.deleteProject(id);
        isGone = true;
        await get().load();
      });
      return isGone;
    },
    move: (ids, to) =>
      notify(async () => {
        const name = nameOf(ids);
        const moved = await send(ids, to?.id ?? null);
        useSelection.getState().clear();
        const where = to ? `“${to.name}”` : 'no project';
        if (moved.length === 0) {
          toasts.add({ title: `${name} ${ids.length === 1 ? 'is' : 'are'} in ${where} already` });
          return;
        }
        const toast = toasts.add({
          title: to ? `Moved ${name} to ${where}` : `Took ${name} out of the project`,
          actionProps: {
            children: 'Undo',
            onClick: () => {
              toasts.close(toast);
              void moveBack(moved);
            },
          },
        });
      }),
    dragged: [],
    drag: (dragged) => set({ dragged }),
    asking: [],
    ask: (asking) => set({ asking }),
  };
});

/** What is known of them in the list is so at once. */
function show(ids: readonly string[], project_id: string | null): void {
  const { apply, byId } = useLibrary.getState();
  for (const id of ids) {
    const known = byId.get(id);
    if (known) apply({ type: 'transcription', transcription: { ...known, project_id } });
  }
}

/** As a sentence names them: by title, or how many. */
export function nameOf(ids: readonly string[]): string {
  const [id = '', ...others] = ids;
  if (others.length > 0) return `${ids.length.toLocaleString('en')} recordings`;
  const known = useLibrary.getState().byId.get(id);
  return known ? `“${titleOf(known.source)}”` : 'the recording';
}
