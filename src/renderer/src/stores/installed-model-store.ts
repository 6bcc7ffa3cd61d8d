import type { ModelList } from '../../../shared/models/models.ts';
import { client } from '../api/client.ts';
import { createStore } from './create-store.ts';

const INITIAL = { models: null as ModelList | null };

/** The models that recordings can be transcribed with. */
export const useInstalledModels = createStore(INITIAL, (set) => ({
  load: async () => set({ models: await client.listModels() }),
}));

/** What recordings are transcribed with where nothing else is chosen. */
export function useUsedModel(): 'real' | 'demo' | 'none' {
  return useInstalledModels(({ models }) => {
    if (models?.data.some((model) => model.default && model.demo)) return 'demo';
    // A file that the service was started with is not among them.
    return models?.data.every(({ trust }) => trust === 'unknown') ? 'none' : 'real';
  });
}
