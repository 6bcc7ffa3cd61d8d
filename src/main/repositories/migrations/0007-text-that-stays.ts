import { ddl, INTEGER } from './column-types.ts';

/**
 * Up to where a transcription has text without a gap, as a value for its row. NULL where there is none. Both databases
 * read it.
 */
export const TEXT_UNTIL = `(
  SELECT w.end_ms FROM windows w
  WHERE w.transcription_id = transcriptions.id
    AND w.idx < COALESCE((SELECT MIN(missing.idx) FROM windows missing
      WHERE missing.transcription_id = transcriptions.id AND missing.done = 0), w.idx + 1)
    AND EXISTS (SELECT 1 FROM segments s
      WHERE s.transcription_id = transcriptions.id AND s.window_idx <= w.idx)
  ORDER BY w.idx DESC LIMIT 1)`;

/** What a failed transcription has of its text can be read, and its recording may be kept. */
export const textThatStays = ddl`
  -- Up to where a failed transcription has text, in milliseconds; NULL where it has none, and in every other state.
  ALTER TABLE transcriptions ADD COLUMN text_until_ms ${INTEGER};
  UPDATE transcriptions SET text_until_ms = ${TEXT_UNTIL}, media_type = NULL WHERE status = 'failed';
`;
