/** Triggers for what must follow every change, in the same transaction. Part of the initial schema. */
export const triggers = `
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
  -- A translation is out of date once the words or the subtitles it was made of are edited.
  CREATE TRIGGER translation_of_segment AFTER UPDATE OF text, words ON segments
    WHEN OLD.text IS NOT NEW.text OR OLD.words IS NOT NEW.words BEGIN
    UPDATE translations SET edits = edits + 1 WHERE transcription_id = NEW.transcription_id;
  END;
  CREATE TRIGGER translation_of_new_segment AFTER INSERT ON segments BEGIN
    UPDATE translations SET edits = edits + 1 WHERE transcription_id = NEW.transcription_id;
  END;
  CREATE TRIGGER translation_of_lost_segment AFTER DELETE ON segments BEGIN
    UPDATE translations SET edits = edits + 1 WHERE transcription_id = OLD.transcription_id;
  END;
  CREATE TRIGGER translation_of_cue AFTER INSERT ON cue_edits BEGIN
    UPDATE translations SET edits = edits + 1 WHERE transcription_id = NEW.transcription_id;
  END;
  CREATE TRIGGER translation_of_lost_cue AFTER DELETE ON cue_edits BEGIN
    UPDATE translations SET edits = edits + 1 WHERE transcription_id = OLD.transcription_id;
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
