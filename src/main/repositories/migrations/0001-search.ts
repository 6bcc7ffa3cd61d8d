/** The title of a transcription as lists show it. */
const shownTitle = (row: 'NEW' | 'OLD') =>
  `COALESCE(${row}.given_title, ${row}.source_title,
    replace(${row}.source_url, rtrim(${row}.source_url, replace(${row}.source_url, '/', '')), ''))`;

/** The index of the search, kept up with texts and titles by triggers. Part of the first schema. */
export const sqliteSearch = `
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

/** The same in PostgreSQL, where one statement indexes all rows that another has changed. */
export const postgresSearch = `
  -- Full-text search. A row is a segment, or with window_idx -1 the recording's title; its number is the recording's seq
  -- with 24 bits behind it, which are 0 for the title.
  CREATE TABLE search (
    rowid BIGINT PRIMARY KEY,
    text TEXT COLLATE "C" NOT NULL,
    folded TEXT COLLATE "C" GENERATED ALWAYS AS (fold(text)) STORED
  );
  CREATE INDEX search_by_trigrams ON search USING gin (folded gin_trgm_ops);
  CREATE TABLE search_rows (
    id BIGINT PRIMARY KEY,
    transcription_id TEXT COLLATE "C" NOT NULL,
    window_idx BIGINT NOT NULL,
    idx BIGINT NOT NULL,
    UNIQUE (transcription_id, window_idx, idx)
  );

  CREATE FUNCTION index_new_segments() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    WITH numbered AS (
      INSERT INTO search_rows(id, transcription_id, window_idx, idx)
        SELECT (SELECT MAX(r.id) FROM search_rows r WHERE r.id < (t.seq + 1) << 24)
            + ROW_NUMBER() OVER (PARTITION BY t.seq ORDER BY f.window_idx, f.idx),
          f.transcription_id, f.window_idx, f.idx
        FROM fresh f JOIN transcriptions t ON t.id = f.transcription_id
        RETURNING *)
    INSERT INTO search(rowid, text)
      SELECT n.id, f.text FROM numbered n JOIN fresh f USING (transcription_id, window_idx, idx);
    RETURN NULL;
  END $$;
  CREATE TRIGGER segment_added AFTER INSERT ON segments
    REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION index_new_segments();

  CREATE FUNCTION index_changed_segment() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE search SET text = NEW.text WHERE rowid = (
      SELECT id FROM search_rows WHERE transcription_id = NEW.transcription_id
        AND window_idx = NEW.window_idx AND idx = NEW.idx);
    RETURN NULL;
  END $$;
  CREATE TRIGGER segment_changed AFTER UPDATE OF text ON segments
    FOR EACH ROW EXECUTE FUNCTION index_changed_segment();

  CREATE FUNCTION forget_lost_segments() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    WITH lost AS (
      DELETE FROM search_rows r USING gone g WHERE r.transcription_id = g.transcription_id
        AND r.window_idx = g.window_idx AND r.idx = g.idx RETURNING r.id)
    DELETE FROM search s USING lost WHERE s.rowid = lost.id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER segment_removed AFTER DELETE ON segments
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_lost_segments();

  CREATE FUNCTION index_title() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'INSERT' THEN
      INSERT INTO search_rows(id, transcription_id, window_idx, idx)
        VALUES (NEW.seq << 24, NEW.id, -1, 0);
      INSERT INTO search(rowid, text) VALUES (NEW.seq << 24, ${shownTitle('NEW')});
    ELSIF TG_OP = 'UPDATE' THEN
      UPDATE search SET text = ${shownTitle('NEW')} WHERE rowid = NEW.seq << 24;
    ELSE
      DELETE FROM search WHERE rowid = OLD.seq << 24;
      DELETE FROM search_rows WHERE id = OLD.seq << 24;
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER title_kept AFTER INSERT OR DELETE OR UPDATE OF given_title, source_title
    ON transcriptions FOR EACH ROW EXECUTE FUNCTION index_title();
`;
