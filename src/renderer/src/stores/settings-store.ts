import type { ServerEvent } from '../../../shared/server-event.ts';
import type { Settings, SettingsPatch } from '../../../shared/settings.ts';
import { client } from '../api/client.ts';
import { refusalOf } from '../api/error-text.ts';
import { createLoadedStore, createStore } from './create-store.ts';
import { notify } from './toasts.ts';

const INITIAL = {
  /** `null` until loaded. */
  settings: null as Settings | null,
};

export const useSettings = createStore(INITIAL, (set, get) => ({
  reload: async () => set({ settings: await client.getSettings() }),
  onEvent: (event: ServerEvent) => {
    if (event.type === 'settings') set({ settings: event.settings });
  },
  /** The same for a form that shows the refusal itself: resolves to the reason, else `null`. */
  tryUpdate: (patch: SettingsPatch) =>
    refusalOf(async () => set({ settings: await client.updateSettings(patch) })),
  /** Changes the given settings and shows them at once; a message tells if the service refuses. */
  update: (patch: SettingsPatch) =>
    notify(async () => {
      const { settings: before } = get();
      // What the service makes of a key is not known before it answers.
      const { llm: _, ...known } = patch;
      if (before) set({ settings: Object.assign({ ...before }, known) });
      try {
        set({ settings: await client.updateSettings(patch) });
      } catch (thrown) {
        // These alone: others may have been changed meanwhile.
        const names = Object.keys(known) as (keyof Settings)[];
        const was = before && Object.fromEntries(names.map((name) => [name, before[name]]));
        set(({ settings }) => ({ settings: settings && { ...settings, ...was } }));
        throw thrown;
      }
    }),
}));

/** How it stands with the folder whose recordings are transcribed by themselves. */
export const useWatchFolder = createLoadedStore(
  () => client.getWatchFolder(),
  (event) => (event.type === 'watch_folder' ? event.watch_folder : null),
);

/** How it stands with the files that are written by themselves. */
export const useAutomaticExport = createLoadedStore(
  () => client.getAutomaticExport(),
  (event) => (event.type === 'automatic_export' ? event.automatic_export : null),
);

/** The voices that are recognized in new recordings. */
export const useVoices = createLoadedStore(async () => (await client.listVoices()).data);
