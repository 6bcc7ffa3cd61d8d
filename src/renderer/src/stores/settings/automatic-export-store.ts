import { client } from '../../api/client.ts';
import { createToldStatus } from './told-status.ts';

export const useAutomaticExport = createToldStatus(
  () => client.getAutomaticExport(),
  (event) => (event.type === 'automatic_export' ? event.automatic_export : null),
);
