export const accountsAndWebhooks = `
  -- Points: rows are only ever added. A key's balance is the sum of its points.
  CREATE TABLE ledger (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key_id TEXT NOT NULL REFERENCES api_keys(id),
    kind TEXT NOT NULL CHECK (kind IN ('grant', 'reserve', 'release', 'settle')),
    points INTEGER NOT NULL,
    transcription_id TEXT,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX ledger_by_key ON ledger(key_id, id);
  CREATE INDEX ledger_by_transcription ON ledger(transcription_id);

  CREATE TABLE idempotency_keys (
    owner TEXT NOT NULL,
    name TEXT NOT NULL,
    request_hash TEXT NOT NULL,
    transcription_id TEXT NOT NULL REFERENCES transcriptions(id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (owner, name)
  ) STRICT, WITHOUT ROWID;

  -- The outbox: at most one event per transcription; test events belong to none.
  CREATE TABLE events (
    id TEXT PRIMARY KEY,
    transcription_id TEXT UNIQUE REFERENCES transcriptions(id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    url TEXT NOT NULL,
    allow_http_loopback INTEGER NOT NULL,
    body TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'sending', 'delivered', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX events_due ON events(status, due_at);

  -- One row per attempt, written before its request is sent; the id is its X-Service-Delivery.
  CREATE TABLE deliveries (
    id TEXT PRIMARY KEY,
    event_id TEXT NOT NULL REFERENCES events(id) ON DELETE CASCADE,
    attempt INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    outcome TEXT NOT NULL,
    status_code INTEGER,
    UNIQUE (event_id, attempt)
  ) STRICT;
`;
