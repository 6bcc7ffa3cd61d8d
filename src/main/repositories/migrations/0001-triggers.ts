/** Triggers for what must follow every change, in the same transaction. Part of the initial schema. */
export const sqliteTriggers = `
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

/** The same in PostgreSQL. */
export const postgresTriggers = `
  -- There is a speaker for every label in use, numbered as they are first heard.
  CREATE FUNCTION hear_speakers() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO speakers(transcription_id, number, label)
      SELECT f.transcription_id,
        (SELECT COALESCE(MAX(s.number), 0) FROM speakers s WHERE s.transcription_id = f.transcription_id)
          + ROW_NUMBER() OVER (PARTITION BY f.transcription_id ORDER BY MIN(ARRAY[f.window_idx, f.idx])),
        f.speaker
      FROM fresh f WHERE NOT EXISTS (
        SELECT 1 FROM speakers s WHERE s.transcription_id = f.transcription_id AND s.label = f.speaker)
      GROUP BY f.transcription_id, f.speaker;
    RETURN NULL;
  END $$;
  CREATE TRIGGER speaker_heard AFTER INSERT ON segments
    REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION hear_speakers();
  CREATE FUNCTION change_speaker() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO speakers(transcription_id, number, label)
      SELECT NEW.transcription_id, COALESCE(MAX(number), 0) + 1, NEW.speaker
      FROM speakers WHERE transcription_id = NEW.transcription_id
      ON CONFLICT (transcription_id, label) DO NOTHING;
    RETURN NULL;
  END $$;
  CREATE TRIGGER speaker_changed AFTER UPDATE OF speaker ON segments
    FOR EACH ROW EXECUTE FUNCTION change_speaker();

  -- A transcription's revision grows whenever its finished text changes.
  CREATE FUNCTION revise() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE transcriptions SET revision = revision + 1
      WHERE id = NEW.transcription_id AND status = 'completed';
    RETURN NULL;
  END $$;
  CREATE TRIGGER revised_by_segment AFTER UPDATE OF text, words, speaker ON segments
    FOR EACH ROW EXECUTE FUNCTION revise();
  CREATE TRIGGER revised_by_name AFTER UPDATE OF name ON speakers
    FOR EACH ROW EXECUTE FUNCTION revise();
  CREATE TRIGGER revised_by_structure AFTER UPDATE OF body ON structured
    FOR EACH ROW EXECUTE FUNCTION revise();
  CREATE FUNCTION revise_by_rows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE transcriptions SET revision = revision + 1
      WHERE id IN (SELECT transcription_id FROM changed) AND status = 'completed';
    RETURN NULL;
  END $$;
  CREATE TRIGGER revised_by_new_segment AFTER INSERT ON segments
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION revise_by_rows();
  CREATE TRIGGER revised_by_lost_segment AFTER DELETE ON segments
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION revise_by_rows();

  -- A translation is out of date once the words or the subtitles it was made of are edited.
  CREATE FUNCTION outdate_translations() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE translations SET edits = edits + 1 WHERE transcription_id = NEW.transcription_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER translation_of_segment AFTER UPDATE OF text, words ON segments FOR EACH ROW
    WHEN (OLD.text IS DISTINCT FROM NEW.text OR OLD.words IS DISTINCT FROM NEW.words)
    EXECUTE FUNCTION outdate_translations();
  CREATE FUNCTION outdate_translations_by_rows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE translations SET edits = edits + 1
      WHERE transcription_id IN (SELECT transcription_id FROM changed);
    RETURN NULL;
  END $$;
  CREATE TRIGGER translation_of_new_segment AFTER INSERT ON segments
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
    EXECUTE FUNCTION outdate_translations_by_rows();
  CREATE TRIGGER translation_of_lost_segment AFTER DELETE ON segments
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
    EXECUTE FUNCTION outdate_translations_by_rows();
  CREATE TRIGGER translation_of_cue AFTER INSERT ON cue_edits
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
    EXECUTE FUNCTION outdate_translations_by_rows();
  CREATE TRIGGER translation_of_lost_cue AFTER DELETE ON cue_edits
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
    EXECUTE FUNCTION outdate_translations_by_rows();
`;
