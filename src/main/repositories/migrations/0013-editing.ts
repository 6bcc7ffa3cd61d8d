/**
 * What playing and editing need. Triggers raise a transcription's revision whenever its finished text changes, so
 * that no writer can forget it.
 */
export const editing = `
  -- The type of the recording that is kept to be played; NULL when none is.
  ALTER TABLE transcriptions ADD COLUMN media_type TEXT;
  ALTER TABLE transcriptions ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
  -- The text and words that were heard, as JSON, once a person has changed them.
  ALTER TABLE segments ADD COLUMN original TEXT;

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
