import { COUNTED, ddl, INTEGER, KEYED, NUMBER, STRICT, TEXT } from './column-types.ts';

/** Who calls the service, what it costs them and what they are told by webhook. Part of the first schema. */
export const callers = ddl`
  CREATE TABLE api_keys (
    id ${TEXT} PRIMARY KEY,
    name ${TEXT} NOT NULL,
    test ${INTEGER} NOT NULL,
    scope ${TEXT} NOT NULL CHECK (scope IN ('own', 'all', 'read')),
    hash ${TEXT} NOT NULL UNIQUE,
    hint ${TEXT} NOT NULL,
    created_at ${INTEGER} NOT NULL,
    last_used_at ${INTEGER},
    revoked_at ${INTEGER}
  )${STRICT};

  CREATE TABLE sessions (
    id ${TEXT} PRIMARY KEY,
    hash ${TEXT} NOT NULL UNIQUE,
    browser ${TEXT} NOT NULL,
    created_at ${INTEGER} NOT NULL,
    last_used_at ${INTEGER} NOT NULL,
    expires_at ${INTEGER} NOT NULL
  )${STRICT};

  -- Points: rows are only ever added. A key's balance is the sum of its points.
  CREATE TABLE ledger (
    id ${COUNTED},
    key_id ${TEXT} NOT NULL REFERENCES api_keys(id),
    kind ${TEXT} NOT NULL CHECK (kind IN ('grant', 'reserve', 'release', 'settle')),
    points ${INTEGER} NOT NULL,
    transcription_id ${TEXT},
    created_at ${INTEGER} NOT NULL
  )${STRICT};
  CREATE INDEX ledger_by_key ON ledger(key_id, id);
  CREATE INDEX ledger_by_transcription ON ledger(transcription_id);

  CREATE TABLE idempotency_keys (
    owner ${TEXT} NOT NULL,
    name ${TEXT} NOT NULL,
    request_hash ${TEXT} NOT NULL,
    transcription_id ${TEXT} NOT NULL REFERENCES transcriptions(id) ON DELETE CASCADE,
    created_at ${INTEGER} NOT NULL,
    PRIMARY KEY (owner, name)
  )${KEYED};

  -- The outbox: at most one event per transcription; test events belong to none.
  CREATE TABLE events (
    -- Grows with each event.
    seq ${NUMBER},
    id ${TEXT} NOT NULL UNIQUE,
    transcription_id ${TEXT} UNIQUE REFERENCES transcriptions(id) ON DELETE CASCADE,
    type ${TEXT} NOT NULL,
    -- Whose it is; NULL is the window's.
    key_id ${TEXT},
    test ${INTEGER} NOT NULL,
    url ${TEXT} NOT NULL,
    -- Of the receiver: requests are spread over hosts.
    host ${TEXT} NOT NULL,
    allow_http_loopback ${INTEGER} NOT NULL,
    body ${TEXT} NOT NULL,
    status ${TEXT} NOT NULL CHECK (status IN ('pending', 'sending', 'delivered', 'failed')),
    attempts ${INTEGER} NOT NULL DEFAULT 0,
    due_at ${INTEGER},
    -- 1 while the next attempt is one that somebody asked for: it is not followed by retries.
    once ${INTEGER} NOT NULL DEFAULT 0,
    created_at ${INTEGER} NOT NULL
  )${STRICT};
  CREATE INDEX events_due ON events(status, due_at);

  -- One row per attempt, written before its request is sent; the id is its X-Service-Delivery.
  CREATE TABLE deliveries (
    id ${TEXT} PRIMARY KEY,
    event_id ${TEXT} NOT NULL REFERENCES events(id) ON DELETE CASCADE,
    attempt ${INTEGER} NOT NULL,
    started_at ${INTEGER} NOT NULL,
    ended_at ${INTEGER},
    outcome ${TEXT} NOT NULL,
    status_code ${INTEGER},
    UNIQUE (event_id, attempt)
  )${STRICT};
`;
