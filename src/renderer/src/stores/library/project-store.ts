import { create } from 'zustand';
import type { Project, UpdateProject } from '../../../../shared/projects.ts';
import type { ServerEvent } from '../../../../shared/server-event.ts';
import { client } from '../../api/client.ts';
import { errorText, refusalOf } from '../../api/error-text.ts';
import { notify } from '../toasts.ts';

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
};

/** The projects there are. */
export const useProjects = create<ProjectStore>()((set, get) => {
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
      if (event.type === 'projects') void refresh();
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
    change: (id, changes) =>
      refusalOf(async () => {
        await client.updateProject(id, changes);
        await get().load();
      }),
    remove: async (id) => {
      const isGone = await notify(async () => {
        await client.deleteProject(id);
        return true;
      });
      if (isGone) await notify(get().load);
      return isGone ?? false;
    },
  };
});

/** The project of an id, for those who follow it; none where it is deleted. */
export const findProject =
  (wanted: string | null | undefined) =>
  ({ projects }: Pick<ProjectStore, 'projects'>) =>
    projects.find(({ id }) => id === wanted);
