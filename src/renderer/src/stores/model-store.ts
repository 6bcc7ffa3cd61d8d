import { ApiError } from '../../../shared/client.ts';
import type { CatalogueEntry, ModelDownload, ModelList } from '../../../shared/models/models.ts';
import type { ServerEvent } from '../../../shared/server-event.ts';
import { client } from '../api/client.ts';
import { unless } from '../api/error-text.ts';
import { createLoadedStore, createStore } from './create-store.ts';
import { notify } from './toasts.ts';

/** The models that recordings can be transcribed with; `null` until loaded. */
export const useInstalledModels = createStore({ models: null as ModelList | null }, (set) => ({
  reload: async () => set({ models: await client.listModels() }),
  onEvent: (event: ServerEvent) => {
    if (event.type === 'models') void useInstalledModels.reload();
  },
}));

/** What recordings are transcribed with where nothing else is chosen. */
export function useUsedModel(): 'real' | 'demo' | 'none' {
  return useInstalledModels(({ models }) => {
    if (models?.data.some((model) => model.default && model.demo)) return 'demo';
    // A file that the service was started with is not among them.
    return models?.data.every(({ trust }) => trust === 'unknown') ? 'none' : 'real';
  });
}

const INITIAL = {
  /** The models that can be downloaded; `null` until first requested. */
  catalogue: null as readonly CatalogueEntry[] | null,
  measuring: true,
  importing: null as string | null,
  /** A file that the catalogue does not know: the user has to confirm it. */
  unconfirmed: null as File | null,
};

export const useModels = createStore(INITIAL, (set, get) => {
  /** The number of download events so far; they are newer than any response still pending. */
  let told = 0;
  /** How often a download has started, paused or ended. */
  let turns = 0;
  const show = (download: ModelDownload) => {
    const before = get().catalogue?.find(({ name }) => name === download.name);
    if (before && before.download?.state !== download.state) turns++;
    set(({ catalogue }) => ({
      catalogue:
        catalogue?.map((entry) =>
          entry.name === download.name ? { ...entry, download } : entry,
        ) ?? null,
    }));
  };

  const ask = (request: () => Promise<ModelDownload>) =>
    notify(async () => {
      const before = told;
      const answer = await request();
      if (told === before) show(answer);
    });

  return {
    load: async (): Promise<void> => {
      const before = turns;
      const { data, measuring } = await client.listModelCatalogue();
      set({ catalogue: data, measuring });
      // The response may be older than events that were shown meanwhile.
      if (turns !== before) await useModels.load();
    },

    reload: async (): Promise<void> => {
      if (get().catalogue) await useModels.load();
    },

    onEvent: (event: ServerEvent): void => {
      if (event.type === 'model_download') {
        told++;
        show(event.download);
      }
      if (event.type === 'models') void useModels.reload();
    },

    download: async (name: string) => {
      const helper = get().catalogue?.find((entry) => entry.name === name)?.helper ?? null;
      // In this order: the model whose download started first is the one that is used.
      await ask(() => client.downloadModel(name));
      if (helper !== null) await ask(() => client.downloadModel(helper));
    },
    pause: (name: string) => ask(() => client.pauseModelDownload(name)),
    cancel: (name: string) =>
      notify(() => unless('not_found', () => client.cancelModelDownload(name))),
    remove: (name: string) => notify(() => unless('not_found', () => client.deleteModel(name))),
    confirm: (name: string) => notify(async () => void (await client.confirmModel(name))),

    /** Adds a file; one that is not in the catalogue only once it is confirmed. */
    importFile: async (file: File, confirmed: boolean) => {
      set({ importing: file.name, unconfirmed: null });
      await notify(async () => {
        try {
          const send = /\.onnx$/i.test(file.name) ? client.importSpeakerModel : client.importModel;
          await send(file, { filename: file.name, confirmed });
        } catch (thrown) {
          if (!(thrown instanceof ApiError && thrown.code === 'model_unconfirmed')) throw thrown;
          set({ unconfirmed: file });
        }
      });
      set({ importing: null });
    },

    forgetUnconfirmed: () => set({ unconfirmed: null }),
  };
});

/** The models that tell voices apart, installed and available ones. */
export const useSpeakerModels = createLoadedStore(
  async () => (await client.listSpeakerModels()).data,
  (event, models) => {
    if (event.type === 'models') return 'again';
    if (event.type !== 'model_download' || !models) return null;
    const { download } = event;
    return models.map((model) => (model.name === download.name ? { ...model, download } : model));
  },
);

/** What models run on: the devices here, the machines that help, and the services on the same database. */
export const useDevices = createLoadedStore(
  async () => {
    const [devices, { data, services }] = await Promise.all([
      client.listDevices(),
      client.listMachines(),
    ]);
    return { devices, machines: data, services };
  },
  ({ type }) => (type === 'models' || type === 'settings' ? 'again' : null),
);

/** The offer of a real model, above the recordings for as long as the demo model is the one in use. */
export const MODEL_OFFER = 'model-offer-closed';
