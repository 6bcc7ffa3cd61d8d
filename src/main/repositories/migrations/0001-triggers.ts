/** Triggers for what must follow a change, whoever makes it, in the same transaction. Part of the initial schema. */
export const triggers = `
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

  -- Search knows a recording by the title it shows.
  CREATE TRIGGER title_added AFTER INSERT ON transcriptions
  WHEN COALESCE(NEW.given_title, NEW.source_title) IS NOT NULL BEGIN
    INSERT INTO search_rows(transcription_id, window_idx, idx) VALUES (NEW.id, -1, 0);
    INSERT INTO search(rowid, text)
      VALUES (last_insert_rowid(), COALESCE(NEW.given_title, NEW.source_title));
  END;
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
  CREATE TRIGGER title_removed AFTER DELETE ON transcriptions BEGIN
    DELETE FROM search WHERE rowid = (
      SELECT id FROM search_rows WHERE transcription_id = OLD.id AND window_idx = -1);
    DELETE FROM search_rows WHERE transcription_id = OLD.id AND window_idx = -1;
  END;

  -- There is a speaker for every label in use.
  CREATE TRIGGER speaker_heard AFTER INSERT ON segments BEGIN
    INSERT OR IGNORE INTO speakers(transcription_id, number, label)
      SELECT NEW.transcription_id, COALESCE(MAX(number), 0) + 1, NEW.speaker
      FROM speakers WHERE transcription_id = NEW.transcription_id;
  END;
  CREATE TRIGGER speaker_changed AFTER UPDATE OF speaker ON segments BEGIN
    INSERT OR IGNORE INTO speakers(transcription_id, number, label)
      SELECT NEW.transcription_id, COALESCE(MAX(number), 0) + 1, NEW.speaker
      FROM speakers WHERE transcription_id = NEW.transcription_id;
  END;

  -- A transcription's revision grows whenever its finished text changes.
  CREATE TRIGGER revised_by_segment AFTER UPDATE OF text, words, speaker ON segments BEGIN
    UPDATE transcriptions SET revision = revision + 1
      WHERE id = NEW.transcription_id AND status = 'completed';
  END;
  CREATE TRIGGER revised_by_new_segment AFTER INSERT ON segments BEGIN
    UPDATE transcriptions SET revision = revision + 1
      WHERE id = NEW.transcription_id AND status = 'completed';
  END;
  CREATE TRIGGER revised_by_lost_segment AFTER DELETE ON segments BEGIN
    UPDATE transcriptions SET revision = revision + 1
      WHERE id = OLD.transcription_id AND status = 'completed';
  END;
  CREATE TRIGGER revised_by_name AFTER UPDATE OF name ON speakers BEGIN
    UPDATE transcriptions SET revision = revision + 1
      WHERE id = NEW.transcription_id AND status = 'completed';
  END;
  CREATE TRIGGER revised_by_structure AFTER UPDATE OF body ON structured BEGIN
    UPDATE transcriptions SET revision = revision + 1
      WHERE id = NEW.transcription_id AND status = 'completed';
  END;
`;
