/**
 * Full-text search. Triggers keep the index in the transaction that changes the words, so no crash can part them.
 * Trigrams find any part of a text, which also suits languages written without spaces.
 */
export const search = `
  -- What a row of the index stands for: a segment, or with window_idx -1 the recording's title.
  CREATE TABLE search_rows (
    id INTEGER PRIMARY KEY,
    transcription_id TEXT NOT NULL,
    window_idx INTEGER NOT NULL,
    idx INTEGER NOT NULL,
    UNIQUE (transcription_id, window_idx, idx)
  ) STRICT;
  CREATE VIRTUAL TABLE search USING fts5(text, tokenize = 'trigram remove_diacritics 1');

  CREATE TRIGGER segment_added AFTER INSERT ON segments BEGIN
    INSERT INTO search_rows(transcription_id, window_idx, idx)
      VALUES (NEW.transcription_id, NEW.window_idx, NEW.idx);
    INSERT INTO search(rowid, text) VALUES (last_insert_rowid(), NEW.text);
  END;
  CREATE TRIGGER segment_changed AFTER UPDATE OF text ON segments BEGIN
    UPDATE search SET text = NEW.text WHERE rowid = (
      SELECT id FROM search_rows WHERE transcription_id = NEW.transcription_id
        AND window_idx = NEW.window_idx AND idx = NEW.idx);
  END;
  CREATE TRIGGER segment_removed AFTER DELETE ON segments BEGIN
    DELETE FROM search WHERE rowid = (
      SELECT id FROM search_rows WHERE transcription_id = OLD.transcription_id
        AND window_idx = OLD.window_idx AND idx = OLD.idx);
    DELETE FROM search_rows WHERE transcription_id = OLD.transcription_id
      AND window_idx = OLD.window_idx AND idx = OLD.idx;
  END;

  CREATE TRIGGER title_added AFTER INSERT ON transcriptions WHEN NEW.source_title IS NOT NULL BEGIN
    INSERT INTO search_rows(transcription_id, window_idx, idx) VALUES (NEW.id, -1, 0);
    INSERT INTO search(rowid, text) VALUES (last_insert_rowid(), NEW.source_title);
  END;
  CREATE TRIGGER title_changed AFTER UPDATE OF source_title ON transcriptions
  WHEN NEW.source_title IS NOT OLD.source_title BEGIN
    DELETE FROM search WHERE rowid = (
      SELECT id FROM search_rows WHERE transcription_id = NEW.id AND window_idx = -1);
    DELETE FROM search_rows WHERE transcription_id = NEW.id AND window_idx = -1;
    INSERT INTO search_rows(transcription_id, window_idx, idx)
      SELECT NEW.id, -1, 0 WHERE NEW.source_title IS NOT NULL;
    INSERT INTO search(rowid, text)
      SELECT id, NEW.source_title FROM search_rows WHERE transcription_id = NEW.id AND window_idx = -1;
  END;
  CREATE TRIGGER title_removed AFTER DELETE ON transcriptions BEGIN
    DELETE FROM search WHERE rowid = (
      SELECT id FROM search_rows WHERE transcription_id = OLD.id AND window_idx = -1);
    DELETE FROM search_rows WHERE transcription_id = OLD.id AND window_idx = -1;
  END;

  INSERT INTO search_rows(transcription_id, window_idx, idx)
    SELECT id, -1, 0 FROM transcriptions WHERE source_title IS NOT NULL;
  INSERT INTO search_rows(transcription_id, window_idx, idx)
    SELECT transcription_id, window_idx, idx FROM segments;
  INSERT INTO search(rowid, text)
    SELECT r.id, COALESCE(s.text, t.source_title) FROM search_rows r
    JOIN transcriptions t ON t.id = r.transcription_id
    LEFT JOIN segments s ON s.transcription_id = r.transcription_id
      AND s.window_idx = r.window_idx AND s.idx = r.idx;
`;
