import { client } from '../api/client.ts';
import { createLoadedStore } from './create-store.ts';

/** What Steno keeps on the disk, and its backups, the newest first. */
export const useStorage = createLoadedStore(async () => {
  const [storage, { data }] = await Promise.all([client.getStorage(), client.listBackups()]);
  return { storage, backups: data };
});

/** What the database has lost and nobody has dismissed yet. */
export const useLosses = createLoadedStore(async () => (await client.listLosses()).data);
