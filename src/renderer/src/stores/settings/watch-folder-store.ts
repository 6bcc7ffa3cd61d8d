import { client } from '../../api/client.ts';
import { createToldStatus } from './told-status.ts';

export const useWatchFolder = createToldStatus(
  () => client.getWatchFolder(),
  (event) => (event.type === 'watch_folder' ? event.watch_folder : null),
);
