import { client } from '../api/client.ts';
import { createLoaded } from './loaded.ts';

/** What Steno keeps on the disk, and its backups, the newest first. */
export const useStorage = createLoaded(async () => {
  const [storage, { data }] = await Promise.all([client.getStorage(), client.listBackups()]);
  return { storage, backups: data };
});

/** What the database has lost and nobody has dismissed yet. */
export const useLosses = createLoaded(async () => (await client.listLosses()).data);
