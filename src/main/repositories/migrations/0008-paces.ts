/** How long stages took on this machine: sums of both, in which older recordings count less and less. */
export const paces = `
  CREATE TABLE paces (
    stage TEXT NOT NULL,
    model TEXT NOT NULL,
    media_ms REAL NOT NULL,
    wall_ms REAL NOT NULL,
    PRIMARY KEY (stage, model)
  ) STRICT, WITHOUT ROWID;
`;
