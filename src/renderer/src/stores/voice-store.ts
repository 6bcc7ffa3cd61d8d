import { client } from '../api/client.ts';
import { createLoadedStore } from './create-store.ts';

/** The voices that are recognized in new recordings. */
export const useVoices = createLoadedStore(async () => (await client.listVoices()).data);

export const renameVoice = (id: string, name: string) =>
  useVoices.change(() => client.renameVoice(id, { name }));

export const forgetVoice = (id: string) => useVoices.change(() => client.forgetVoice(id));
