/** The title of a transcription as lists show it. */
export const shownTitle = (row: 'NEW' | 'OLD') =>
  `COALESCE(${row}.given_title, ${row}.source_title,
    replace(${row}.source_url, rtrim(${row}.source_url, replace(${row}.source_url, '/', '')), ''))`;

/** The index of the search, kept up with texts and titles by triggers. Part of the first schema. */
export const search = `
  -- Full-text search. Trigrams find any part of a text, which also suits languages written without spaces.
  CREATE VIRTUAL TABLE search USING fts5(text, tokenize = 'trigram remove_diacritics 1');
  INSERT INTO search(search, rank) VALUES ('secure-delete', 1);
  -- What a row of the index stands for: a segment, or with window_idx -1 the recording's title. Its id is the recording's
  -- seq with 24 bits behind it, which are 0 for the title: so hits are counted by recording without looking anything up.
  CREATE TABLE search_rows (
    id INTEGER PRIMARY KEY,
    transcription_id TEXT NOT NULL,
    window_idx INTEGER NOT NULL,
    idx INTEGER NOT NULL,
    UNIQUE (transcription_id, window_idx, idx)
  ) STRICT;

  CREATE TRIGGER segment_added AFTER INSERT ON segments BEGIN
    INSERT INTO search_rows(id, transcription_id, window_idx, idx)
      SELECT (SELECT MAX(id) + 1 FROM search_rows WHERE id < (t.seq + 1) << 24),
        NEW.transcription_id, NEW.window_idx, NEW.idx
      FROM transcriptions t WHERE t.id = NEW.transcription_id;
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

  -- Search knows a recording by the title it shows: without one, by what follows the last slash of its address.
  CREATE TRIGGER title_added AFTER INSERT ON transcriptions BEGIN
    INSERT INTO search_rows(id, transcription_id, window_idx, idx)
      VALUES (NEW.seq << 24, NEW.id, -1, 0);
    INSERT INTO search(rowid, text) VALUES (last_insert_rowid(), ${shownTitle('NEW')});
  END;
  CREATE TRIGGER title_changed AFTER UPDATE OF given_title, source_title ON transcriptions
  WHEN ${shownTitle('NEW')} IS NOT ${shownTitle('OLD')} BEGIN
    UPDATE search SET text = ${shownTitle('NEW')} WHERE rowid = (
      SELECT id FROM search_rows WHERE transcription_id = NEW.id AND window_idx = -1);
  END;
  CREATE TRIGGER title_removed AFTER DELETE ON transcriptions BEGIN
    DELETE FROM search WHERE rowid = (
      SELECT id FROM search_rows WHERE transcription_id = OLD.id AND window_idx = -1);
    DELETE FROM search_rows WHERE transcription_id = OLD.id AND window_idx = -1;
  END;
`;
