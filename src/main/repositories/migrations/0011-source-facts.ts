/** What a platform says about a recording. `source_chapters` is JSON: `[{title, startMs, endMs}]`. */
export const sourceFacts = `
  ALTER TABLE transcriptions ADD COLUMN source_uploader TEXT;
  ALTER TABLE transcriptions ADD COLUMN source_thumbnail_url TEXT;
  ALTER TABLE transcriptions ADD COLUMN source_chapters TEXT;
`;
