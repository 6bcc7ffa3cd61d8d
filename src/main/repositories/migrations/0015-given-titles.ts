/** Titles that people give, before those that recordings bring along. Search knows a recording by the one it shows. */
export const givenTitles = `
  ALTER TABLE transcriptions ADD COLUMN given_title TEXT;

  DROP TRIGGER title_added;
  CREATE TRIGGER title_added AFTER INSERT ON transcriptions
  WHEN COALESCE(NEW.given_title, NEW.source_title) IS NOT NULL BEGIN
    INSERT INTO search_rows(transcription_id, window_idx, idx) VALUES (NEW.id, -1, 0);
    INSERT INTO search(rowid, text)
      VALUES (last_insert_rowid(), COALESCE(NEW.given_title, NEW.source_title));
  END;
  DROP TRIGGER title_changed;
  CREATE TRIGGER title_changed AFTER UPDATE OF given_title, source_title ON transcriptions
  WHEN COALESCE(NEW.given_title, NEW.source_title) IS NOT COALESCE(OLD.given_title, OLD.source_title) BEGIN
    DELETE FROM search WHERE rowid = (
      SELECT id FROM search_rows WHERE transcription_id = NEW.id AND window_idx = -1);
    DELETE FROM search_rows WHERE transcription_id = NEW.id AND window_idx = -1;
    INSERT INTO search_rows(transcription_id, window_idx, idx)
      SELECT NEW.id, -1, 0 WHERE COALESCE(NEW.given_title, NEW.source_title) IS NOT NULL;
    INSERT INTO search(rowid, text)
      SELECT id, COALESCE(NEW.given_title, NEW.source_title) FROM search_rows
      WHERE transcription_id = NEW.id AND window_idx = -1;
  END;
`;
