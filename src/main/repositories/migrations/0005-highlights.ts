import { ddl, INTEGER, KEYED, TEXT } from './column-types.ts';

/** Words that people have marked, with their comments. */
export const highlights = ddl`
  -- Of a recording, not of one of its versions: they are found in each of them by their times.
  CREATE TABLE highlights (
    id ${TEXT} PRIMARY KEY,
    recording_id ${TEXT} NOT NULL,
    start_ms ${INTEGER} NOT NULL,
    end_ms ${INTEGER} NOT NULL,
    color ${TEXT} NOT NULL,
    comment ${TEXT},
    -- What was said there when it was made.
    quote ${TEXT} NOT NULL,
    revision ${INTEGER} NOT NULL DEFAULT 0,
    created_at ${INTEGER} NOT NULL,
    updated_at ${INTEGER} NOT NULL
  )${KEYED};
  CREATE INDEX highlights_by_recording ON highlights(recording_id, start_ms, end_ms);
`;

/** They go with the last version of their recording. */
export const sqliteHighlightTriggers = `
  CREATE TRIGGER recording_gone AFTER DELETE ON transcriptions
  WHEN NOT EXISTS (SELECT 1 FROM transcriptions WHERE recording_id = OLD.recording_id) BEGIN
    DELETE FROM highlights WHERE recording_id = OLD.recording_id;
  END;
`;

/** The same in PostgreSQL, also where the last two are deleted at the same time. */
export const postgresHighlightTriggers = `
  CREATE FUNCTION forget_recording() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('highlights'), hashtext(OLD.recording_id));
    DELETE FROM highlights WHERE recording_id = OLD.recording_id
      AND NOT EXISTS (SELECT 1 FROM transcriptions WHERE recording_id = OLD.recording_id);
    RETURN NULL;
  END $$;
  CREATE TRIGGER recording_gone AFTER DELETE ON transcriptions
    FOR EACH ROW EXECUTE FUNCTION forget_recording();
`;
