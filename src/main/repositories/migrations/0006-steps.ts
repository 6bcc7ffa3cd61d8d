import { ddl } from './column-types.ts';

/** What a step of a transcript's history was about, so that one sees what Undo takes back. */
export const steps = ddl`
  -- JSON, a StepAbout; null for what was stored before.
  ALTER TABLE edits ADD COLUMN about TEXT;
`;
