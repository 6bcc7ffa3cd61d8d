import { ddl, INTEGER, KEYED, TEXT } from './column-types.ts';

/**
 * Who works on what is said by tasks, and what services tell each other is kept nowhere. Left is who is there. In a
 * database file this stays empty.
 */
export const services = ddl`
  DROP TABLE node_messages;
  DROP TABLE nodes;
  -- One that has not been seen for a while is gone, and so is its row.
  CREATE TABLE services (
    id ${TEXT} PRIMARY KEY,
    name ${TEXT} NOT NULL,
    version ${TEXT} NOT NULL,
    -- The newest version of this schema that it knows.
    knows ${INTEGER} NOT NULL,
    url ${TEXT} NOT NULL,
    -- 1 where it transcribes and keeps house, 0 where it only answers.
    works ${INTEGER} NOT NULL,
    -- Both by the clock of the database.
    started_at ${INTEGER} NOT NULL,
    seen_at ${INTEGER} NOT NULL,
    -- JSON: its lanes, what it works on, and the machines that help it.
    status ${TEXT} NOT NULL
  )${KEYED};

  ALTER TABLE transcriptions DROP COLUMN node_id;
  -- Which of them is about to write it.
  ALTER TABLE removals DROP COLUMN node_id;
  ALTER TABLE removals ADD COLUMN service_id ${TEXT};
`;
