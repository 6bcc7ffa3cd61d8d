/** Times are milliseconds since 1970 where they end in `_at`, milliseconds of the recording elsewhere. */
export const first = `
  CREATE TABLE transcriptions (
    id TEXT PRIMARY KEY,
    seq INTEGER NOT NULL UNIQUE,
    status TEXT NOT NULL,
    stage TEXT,
    progress REAL NOT NULL DEFAULT 0,
    eta_ms INTEGER,
    epoch INTEGER NOT NULL DEFAULT 0,
    crashes INTEGER NOT NULL DEFAULT 0,
    source_type TEXT NOT NULL,
    source_url TEXT NOT NULL,
    source_title TEXT,
    options TEXT NOT NULL,
    key_id TEXT,
    metered INTEGER NOT NULL DEFAULT 0,
    subtitle_token TEXT NOT NULL,
    media_name TEXT,
    duration_ms INTEGER,
    language TEXT,
    model TEXT,
    points_spent INTEGER NOT NULL DEFAULT 0,
    warnings TEXT NOT NULL DEFAULT '[]',
    error TEXT,
    created_at INTEGER NOT NULL,
    completed_at INTEGER
  ) STRICT;

  CREATE INDEX transcriptions_by_status ON transcriptions(status, seq);

  CREATE TABLE windows (
    transcription_id TEXT NOT NULL REFERENCES transcriptions(id) ON DELETE CASCADE,
    idx INTEGER NOT NULL,
    start_ms INTEGER NOT NULL,
    end_ms INTEGER NOT NULL,
    done INTEGER NOT NULL DEFAULT 0,
    language TEXT,
    no_speech_prob REAL,
    PRIMARY KEY (transcription_id, idx)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE segments (
    transcription_id TEXT NOT NULL REFERENCES transcriptions(id) ON DELETE CASCADE,
    window_idx INTEGER NOT NULL,
    idx INTEGER NOT NULL,
    start_ms INTEGER NOT NULL,
    end_ms INTEGER NOT NULL,
    text TEXT NOT NULL,
    speaker TEXT NOT NULL,
    language TEXT NOT NULL,
    confidence REAL NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (transcription_id, window_idx, idx)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE structured (
    transcription_id TEXT PRIMARY KEY REFERENCES transcriptions(id) ON DELETE CASCADE,
    body TEXT NOT NULL
  ) STRICT;

  CREATE TABLE files (
    id TEXT PRIMARY KEY,
    filename TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    key_id TEXT,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    test INTEGER NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    hint TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at INTEGER
  ) STRICT;

  CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;

`;
