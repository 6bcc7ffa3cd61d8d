/** What differs from the defaults, one row for each setting; values are JSON. */
export const settings = `
  CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`;
