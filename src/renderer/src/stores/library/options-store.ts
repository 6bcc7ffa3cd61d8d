import { create } from 'zustand';
import {
  NO_OPTIONS,
  RecordingOptions,
  toWishes,
  usualIn,
  type Wishes,
} from '../../text/recording-options.ts';
import { useService } from '../service-store.ts';
import { useSettings } from '../settings-store.ts';
import { findProject, useProjects } from './project-store.ts';

const KEY = 'options';

type OptionsStore = {
  options: RecordingOptions;
  /** Whether they are shown beside the box for links. */
  open: boolean;
  toggle: () => void;
  change: (part: Partial<RecordingOptions>) => void;
  clear: () => void;
};

/** How new recordings are transcribed. Kept in this browser. */
export const useOptions = create<OptionsStore>()((set, get) => ({
  options: remembered(),
  open: false,
  toggle: () => set(({ open }) => ({ open: !open })),
  change: (part) => {
    const options = { ...get().options, ...part };
    set({ options });
    localStorage.setItem(KEY, JSON.stringify(options));
  },
  clear: () => get().change(NO_OPTIONS),
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
  const models = useService.getState().models?.data ?? [];
  const own = findProject(project)(useProjects.getState());
  return toWishes(options, models, usualIn(own, useSettings.getState().settings));
}

function remembered(): RecordingOptions {
  try {
    return RecordingOptions.catch(NO_OPTIONS).parse(
      JSON.parse(localStorage.getItem(KEY) ?? 'null'),
    );
  } catch {
    return NO_OPTIONS;
  }
}
