/** How many people say something, so that a list of recordings need not read their segments. */
export const speakerCount = `
  -- NULL until completed.
  ALTER TABLE transcriptions ADD COLUMN speaker_count INTEGER;
  UPDATE transcriptions SET speaker_count =
    (SELECT COUNT(DISTINCT speaker) FROM segments WHERE transcription_id = transcriptions.id)
    WHERE status = 'completed';
`;
