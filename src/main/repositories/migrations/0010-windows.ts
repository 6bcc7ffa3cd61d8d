import { ddl, INTEGER, TEXT } from './column-types.ts';

/**
 * Windows as tasks: what is asked of whoever takes one, its place among all windows that wait, and what came of it.
 * `asked` is null where there is no task; `drift` is a text in another language than the spoken one.
 */
export const windowTasks = ddl`
  ALTER TABLE windows ADD COLUMN asked ${TEXT};
  ALTER TABLE windows ADD COLUMN asked_at ${INTEGER};
  ALTER TABLE windows ADD COLUMN place ${INTEGER};
  ALTER TABLE windows ADD COLUMN drift ${TEXT};
  ALTER TABLE windows ADD COLUMN machine ${TEXT};
  ALTER TABLE windows ADD COLUMN rescued ${INTEGER} NOT NULL DEFAULT 0;
  ALTER TABLE windows ADD COLUMN error ${TEXT};
  CREATE INDEX windows_asked ON windows(place, transcription_id, idx, asked_at) WHERE asked IS NOT NULL;
`;
