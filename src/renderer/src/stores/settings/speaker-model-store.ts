import { create } from 'zustand';
import type { ServerEvent } from '../../../../shared/api.ts';
import type { SpeakerModel } from '../../../../shared/models/speaker-models.ts';
import { client } from '../../api/client.ts';
import { notify } from '../toasts.ts';

type SpeakerModelStore = {
  /** Installed and available ones; `null` until first requested. */
  models: readonly SpeakerModel[] | null;
  load: () => Promise<void>;
  /** Reloads what was loaded before. */
  reload: () => Promise<void>;
  apply: (event: ServerEvent) => void;
  remove: (name: string) => Promise<void>;
};

export const useSpeakerModels = create<SpeakerModelStore>()((set, get) => ({
  models: null,
  load: async () => set({ models: (await client.listSpeakerModels()).data }),
  reload: async () => {
    if (get().models) await get().load();
  },
  apply: (event) => {
    if (event.type === 'models') void get().reload();
    if (event.type !== 'model_download') return;
    const { download } = event;
    set(({ models }) => ({
      models:
        models?.map((model) => (model.name === download.name ? { ...model, download } : model)) ??
        null,
    }));
  },
  remove: (name) => notify(() => client.deleteSpeakerModel(name)),
}));
