/** What became of every moment of a recording, and what was heard but taken out of its text. */
export const coverage = `
  -- Where somebody speaks; the rest is silence.
  CREATE TABLE speech (
    transcription_id TEXT NOT NULL REFERENCES transcriptions(id) ON DELETE CASCADE,
    start_ms INTEGER NOT NULL,
    end_ms INTEGER NOT NULL,
    PRIMARY KEY (transcription_id, start_ms)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE suppressed (
    transcription_id TEXT NOT NULL REFERENCES transcriptions(id) ON DELETE CASCADE,
    window_idx INTEGER NOT NULL,
    idx INTEGER NOT NULL,
    start_ms INTEGER NOT NULL,
    end_ms INTEGER NOT NULL,
    text TEXT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (transcription_id, window_idx, idx)
  ) STRICT, WITHOUT ROWID;

  -- JSON; what is doubtful about a segment.
  ALTER TABLE segments ADD COLUMN flags TEXT NOT NULL DEFAULT '[]';
  -- 1 where the engine could not make anything of the window.
  ALTER TABLE windows ADD COLUMN failed INTEGER NOT NULL DEFAULT 0;
`;
