import { client } from '../api/client.ts';
import { createLoaded } from './loaded.ts';

/** The voices that are recognized in new recordings. */
export const useVoices = createLoaded(async () => (await client.listVoices()).data);

export const renameVoice = (id: string, name: string) =>
  useVoices.change(() => client.renameVoice(id, { name }));

export const forgetVoice = (id: string) => useVoices.change(() => client.forgetVoice(id));
