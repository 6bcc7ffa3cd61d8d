export const webhookOwners = `
  -- Whose event it is (null: the window's), and the host that receives it, by which requests are spread.
  ALTER TABLE events ADD COLUMN key_id TEXT;
  ALTER TABLE events ADD COLUMN host TEXT NOT NULL DEFAULT '';
  -- 1 while the next attempt is one that somebody asked for: it is not followed by retries.
  ALTER TABLE events ADD COLUMN once INTEGER NOT NULL DEFAULT 0;
`;
