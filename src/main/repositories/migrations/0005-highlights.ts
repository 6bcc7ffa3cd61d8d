/** Words that people have marked, with their comments. */
export const highlights = `
  -- Of a recording, not of one of its versions: they are found in each of them by their times.
  CREATE TABLE highlights (
    id TEXT PRIMARY KEY,
    recording_id TEXT NOT NULL,
    start_ms INTEGER NOT NULL,
    end_ms INTEGER NOT NULL,
    color TEXT NOT NULL,
    comment TEXT,
    -- What was said there when it was made.
    quote TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX highlights_by_recording ON highlights(recording_id, start_ms, end_ms);
`;

/** They go with the last version of their recording. */
export const highlightTriggers = `
  CREATE TRIGGER recording_gone AFTER DELETE ON transcriptions
  WHEN NOT EXISTS (SELECT 1 FROM transcriptions WHERE recording_id = OLD.recording_id) BEGIN
    DELETE FROM highlights WHERE recording_id = OLD.recording_id;
  END;
`;
