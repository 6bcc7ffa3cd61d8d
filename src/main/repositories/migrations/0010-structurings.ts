/** Completed transcriptions whose structured text is to be made anew, in the background. */
export const structurings = `
  CREATE TABLE structurings (
    transcription_id TEXT PRIMARY KEY REFERENCES transcriptions(id) ON DELETE CASCADE,
    attempts INTEGER NOT NULL,
    due_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;
