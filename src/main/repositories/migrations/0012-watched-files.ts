/** Files of the watch folder that were taken in, as they were then; and finding what was made of the same bytes. */
export const watchedFiles = `
  CREATE TABLE watched_files (
    path TEXT PRIMARY KEY,
    bytes INTEGER NOT NULL,
    modified_at REAL NOT NULL
  ) STRICT;
  CREATE INDEX files_by_sha256 ON files (sha256);
  CREATE INDEX transcriptions_by_source ON transcriptions (source_url);
`;
