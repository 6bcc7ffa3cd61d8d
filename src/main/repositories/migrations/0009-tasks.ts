import { ddl } from './column-types.ts';

/** Who sends a webhook is who holds its task. An older service beside this one would send what is in hand here. */
export const tasks = ddl`
  ALTER TABLE deliveries DROP COLUMN node_id;
`;
