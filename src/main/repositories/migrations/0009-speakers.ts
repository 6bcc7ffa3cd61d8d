/**
 * Who said what. `segments.speaker` is the label within its transcription; the name a person gave lies here, so
 * that renaming is one small write. A trigger keeps a row for every label in use.
 */
export const speakers = `
  -- 1 where a change of speaker parted the segment from the one before.
  ALTER TABLE segments ADD COLUMN continues INTEGER NOT NULL DEFAULT 0;

  CREATE TABLE speakers (
    transcription_id TEXT NOT NULL REFERENCES transcriptions(id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    label TEXT NOT NULL,
    name TEXT,
    confidence REAL,
    voice_id TEXT,
    -- The voice as float32 numbers in the space that the diarization's model names.
    profile BLOB,
    PRIMARY KEY (transcription_id, number),
    UNIQUE (transcription_id, label)
  ) STRICT, WITHOUT ROWID;

  CREATE TRIGGER speaker_heard AFTER INSERT ON segments BEGIN
    INSERT OR IGNORE INTO speakers(transcription_id, number, label)
      SELECT NEW.transcription_id, COALESCE(MAX(number), 0) + 1, NEW.speaker
      FROM speakers WHERE transcription_id = NEW.transcription_id;
  END;
  CREATE TRIGGER speaker_changed AFTER UPDATE OF speaker ON segments BEGIN
    INSERT OR IGNORE INTO speakers(transcription_id, number, label)
      SELECT NEW.transcription_id, COALESCE(MAX(number), 0) + 1, NEW.speaker
      FROM speakers WHERE transcription_id = NEW.transcription_id;
  END;
  INSERT INTO speakers(transcription_id, number, label)
    SELECT transcription_id, ROW_NUMBER() OVER (PARTITION BY transcription_id ORDER BY speaker), speaker
    FROM (SELECT DISTINCT transcription_id, speaker FROM segments);

  -- How the speakers were told apart, and the voices heard window by window, to do it again without the recording.
  CREATE TABLE diarizations (
    transcription_id TEXT PRIMARY KEY REFERENCES transcriptions(id) ON DELETE CASCADE,
    method TEXT NOT NULL,
    model TEXT,
    confidence REAL NOT NULL,
    warning TEXT,
    evidence BLOB
  ) STRICT;

  -- Voices a person has named, in any recording.
  CREATE TABLE voices (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    space TEXT NOT NULL,
    profile BLOB NOT NULL,
    speech_ms INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (name, space)
  ) STRICT;
`;
