import { ddl, INTEGER, KEYED, NUMBER, STRICT, TEXT } from './column-types.ts';

/** What several services on one PostgreSQL database know of each other. With SQLite there is one, and this stays empty. */
export const nodes = ddl`
  -- The services that are there. One that has not been seen for a while is dead, and its row goes.
  CREATE TABLE nodes (
    id ${TEXT} PRIMARY KEY,
    name ${TEXT} NOT NULL,
    version ${TEXT} NOT NULL,
    -- The newest version of this schema that it knows.
    knows ${INTEGER} NOT NULL,
    url ${TEXT} NOT NULL,
    -- The process, by which another one on the same machine finds that it is gone.
    host ${TEXT} NOT NULL,
    pid ${INTEGER} NOT NULL,
    -- 1 where it transcribes and keeps house, 0 where it only answers.
    works ${INTEGER} NOT NULL,
    -- Both by the clock of the database.
    started_at ${INTEGER} NOT NULL,
    seen_at ${INTEGER} NOT NULL,
    -- JSON: its lanes, and the machines that help it.
    status ${TEXT} NOT NULL
  )${KEYED};

  -- What they tell each other, kept for as long as one may be slow to read it.
  CREATE TABLE node_messages (
    seq ${NUMBER},
    node_id ${TEXT} NOT NULL,
    body ${TEXT} NOT NULL,
    sent_at ${INTEGER} NOT NULL
  )${STRICT};

  -- Links that sign in once, by the SHA-256 of their code.
  CREATE TABLE sign_in_codes (
    hash ${TEXT} PRIMARY KEY,
    expires_at ${INTEGER} NOT NULL
  )${KEYED};

  -- Which node works on it, sends it, or is about to write it.
  ALTER TABLE transcriptions ADD COLUMN node_id ${TEXT};
  ALTER TABLE deliveries ADD COLUMN node_id ${TEXT};
  ALTER TABLE removals ADD COLUMN node_id ${TEXT};
`;

/** The oldest version whose services may run along with this one. */
export const oldestService =
  'ALTER TABLE steno_schema ADD COLUMN oldest BIGINT NOT NULL DEFAULT 0;';
