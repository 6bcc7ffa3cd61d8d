import {
  NO_OPTIONS,
  RecordingOptions,
  toWishes,
  usualIn,
  type Wishes,
} from '../../text/recording-options.ts';
import { createBrowserStorage } from '../browser-storage.ts';
import { createStore } from '../create-store.ts';
import { useInstalledModels } from '../model-store.ts';
import { useSettings } from '../settings-store.ts';
import { findProject, useProjects } from './project-store.ts';

const kept = createBrowserStorage('options', RecordingOptions, NO_OPTIONS);

const INITIAL = {
  options: kept.read(),
  /** Whether they are shown beside the box for links. */
  open: false,
};

/** How new recordings are transcribed. Kept in this browser. */
export const useOptions = createStore(INITIAL, (set, get) => ({
  toggle: () => set(({ open }) => ({ open: !open })),
  change: (part: Partial<RecordingOptions>) =>
    set({ options: kept.write({ ...get().options, ...part }) }),
  clear: (): void => useOptions.change(NO_OPTIONS),
}));

/** The options to send with a new recording, beyond what the service takes from the project and the settings itself. */
export function currentWishes(project_id: string | null): Wishes {
  const { settings } = useSettings.getState();
  return {
    ...wishesIn(project_id, useOptions.getState().options),
    project_id,
    ...(settings && { speaker_recognition: settings.speaker_recognition }),
  };
}

/** What can be asked for in a project, or in none. */
export function wishesIn(project: string | null, options: RecordingOptions) {
  const models = useInstalledModels.getState().models?.data ?? [];
  const own = findProject(project)(useProjects.getState());
  return toWishes(options, models, usualIn(own, useSettings.getState().settings));
}
