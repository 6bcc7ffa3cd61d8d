import type { Project, UpdateProject } from '../../../../shared/projects.ts';
import type { ServerEvent } from '../../../../shared/server-event.ts';
import { client } from '../../api/client.ts';
import { errorText, refusalOf } from '../../api/error-text.ts';
import { createStore } from '../create-store.ts';
import { notify } from '../toasts.ts';

const INITIAL = {
  /** By name. */
  projects: [] as readonly Project[],
  /** `false` until they are here. */
  loaded: false,
};

export const useProjects = createStore(INITIAL, (set) => {
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
      await useProjects.reload().catch(() => {});
    }
    refreshing = false;
  };

  return {
    reload: async () => set({ projects: (await client.listProjects()).data, loaded: true }),
    onEvent: (event: ServerEvent) => {
      if (event.type === 'projects') void refresh();
    },
    /** The new project, or why there is none. */
    make: async (name: string): Promise<Project | string> => {
      try {
        const project = await client.createProject({ name });
        await useProjects.reload();
        return project;
      } catch (thrown) {
        return errorText(thrown);
      }
    },
    /** Resolves to the reason of a refusal, else `null`. */
    change: (id: string, changes: UpdateProject): Promise<string | null> =>
      refusalOf(async () => {
        await client.updateProject(id, changes);
        await useProjects.reload();
      }),
    /** Its recordings stay. Whether it is gone. */
    remove: async (id: string): Promise<boolean> => {
      const isGone = await notify(async () => {
        await client.deleteProject(id);
        return true;
      });
      if (isGone) await notify(useProjects.reload);
      return isGone ?? false;
    },
  };
});

/** The project of an id, for those who follow it; none where it is deleted. */
export const findProject =
  (wanted: string | null | undefined) =>
  ({ projects }: Pick<typeof INITIAL, 'projects'>) =>
    projects.find(({ id }) => id === wanted);
