import { BLOB, ddl, INTEGER, KEYED, NUMBER, REAL, STRICT, TEXT } from './column-types.ts';

/**
 * Columns ending in `_at` are milliseconds since 1970; other times are milliseconds within the recording. Columns named
 * `test` are 1 for rows of test keys, which are kept apart from those of live keys.
 */
export const initial = ddl`
  -- Which data folder this is the database of; its only row equals the folder's own file (data-folder.json).
  CREATE TABLE data_folder (id ${TEXT} NOT NULL, opened_at ${INTEGER} NOT NULL)${STRICT};

  CREATE TABLE transcriptions (
    id ${TEXT} PRIMARY KEY,
    seq ${INTEGER} NOT NULL UNIQUE,
    -- The first transcription of the same recording, whose versions these are, whether or not it is still there.
    recording_id ${TEXT} NOT NULL,
    version ${INTEGER} NOT NULL,
    status ${TEXT} NOT NULL,
    stage ${TEXT},
    progress ${REAL} NOT NULL DEFAULT 0,
    eta_ms ${INTEGER},
    epoch ${INTEGER} NOT NULL DEFAULT 0,
    crashes ${INTEGER} NOT NULL DEFAULT 0,
    source_type ${TEXT} NOT NULL,
    source_url ${TEXT} NOT NULL,
    -- The server a link leads to, by which fetching is shared out; NULL for an upload.
    source_host ${TEXT},
    source_title ${TEXT},
    -- The upload whose text it takes instead of hearing the recording.
    transcript_url ${TEXT},
    given_title ${TEXT},
    source_uploader ${TEXT},
    source_thumbnail_url ${TEXT},
    -- JSON: [{title, startMs, endMs}], and the audio tracks as the API shows them.
    source_chapters ${TEXT}, source_tracks ${TEXT},
    options ${TEXT} NOT NULL,
    -- Whose it is; NULL is the window's.
    key_id ${TEXT},
    test ${INTEGER} NOT NULL,
    metered ${INTEGER} NOT NULL,
    -- Whose voices its speakers are recognised among.
    voice_memory ${TEXT} NOT NULL,
    subtitle_token ${TEXT} NOT NULL,
    media_name ${TEXT},
    -- The type of the recording that is kept to be played; NULL when none is.
    media_type ${TEXT},
    duration_ms ${INTEGER},
    language ${TEXT},
    model ${TEXT},
    -- JSON: what the text was made with.
    provenance ${TEXT},
    points_spent ${INTEGER} NOT NULL DEFAULT 0,
    warnings ${TEXT} NOT NULL DEFAULT '[]',
    error ${TEXT},
    revision ${INTEGER} NOT NULL DEFAULT 0,
    -- NULL until completed.
    speaker_count ${INTEGER},
    -- JSON: the words a person files it under.
    tags ${TEXT} NOT NULL DEFAULT '[]',
    favorite ${INTEGER} NOT NULL DEFAULT 0,
    -- NULL unless it lies in the trash.
    trashed_at ${INTEGER},
    -- What waits is taken in this order, and among equals by seq.
    queue_place ${INTEGER} NOT NULL DEFAULT 0,
    created_at ${INTEGER} NOT NULL,
    completed_at ${INTEGER}
  )${STRICT};
  CREATE INDEX transcriptions_by_status ON transcriptions(status, seq);
  CREATE INDEX transcriptions_by_trash ON transcriptions(trashed_at) WHERE trashed_at IS NOT NULL;
  CREATE INDEX transcriptions_by_source ON transcriptions(source_url);
  CREATE INDEX transcriptions_by_transcript ON transcriptions(transcript_url)
    WHERE transcript_url IS NOT NULL;
  CREATE INDEX transcriptions_by_recording ON transcriptions(recording_id, seq);
  CREATE INDEX transcriptions_by_owner ON transcriptions(key_id, seq);

  CREATE TABLE windows (
    transcription_id ${TEXT} NOT NULL REFERENCES transcriptions(id) ON DELETE CASCADE,
    idx ${INTEGER} NOT NULL,
    start_ms ${INTEGER} NOT NULL,
    end_ms ${INTEGER} NOT NULL,
    done ${INTEGER} NOT NULL DEFAULT 0,
    -- 1 where the engine could not make anything of the window.
    failed ${INTEGER} NOT NULL DEFAULT 0,
    language ${TEXT},
    no_speech_prob ${REAL},
    -- The name of the model that heard it; NULL before.
    model ${TEXT},
    PRIMARY KEY (transcription_id, idx)
  )${KEYED};

  CREATE TABLE segments (
    transcription_id ${TEXT} NOT NULL REFERENCES transcriptions(id) ON DELETE CASCADE,
    window_idx ${INTEGER} NOT NULL,
    idx ${INTEGER} NOT NULL,
    start_ms ${INTEGER} NOT NULL,
    end_ms ${INTEGER} NOT NULL,
    text ${TEXT} NOT NULL,
    speaker ${TEXT} NOT NULL,
    language ${TEXT} NOT NULL,
    confidence ${REAL} NOT NULL,
    words ${TEXT} NOT NULL,
    -- JSON; what is doubtful about it.
    flags ${TEXT} NOT NULL,
    -- 1 where a change of speaker parted it from the one before.
    continues ${INTEGER} NOT NULL DEFAULT 0,
    -- The text and words that were heard, as JSON, once a person has changed them.
    original ${TEXT},
    -- Where a person has begun a paragraph with it, or joined it to the one before.
    paragraph ${TEXT} CHECK (paragraph IN ('begins', 'continues')),
    PRIMARY KEY (transcription_id, window_idx, idx)
  )${KEYED};

  -- The segments of a window as they were heard, kept when a person first changes something in it.
  CREATE TABLE heard (
    transcription_id ${TEXT} NOT NULL REFERENCES transcriptions(id) ON DELETE CASCADE,
    window_idx ${INTEGER} NOT NULL,
    idx ${INTEGER} NOT NULL,
    start_ms ${INTEGER} NOT NULL,
    end_ms ${INTEGER} NOT NULL,
    text ${TEXT} NOT NULL,
    speaker ${TEXT} NOT NULL,
    language ${TEXT} NOT NULL,
    confidence ${REAL} NOT NULL,
    words ${TEXT} NOT NULL,
    flags ${TEXT} NOT NULL,
    continues ${INTEGER} NOT NULL,
    PRIMARY KEY (transcription_id, window_idx, idx)
  )${KEYED};

  -- What people did to a finished transcript, one step after the other; the last ones may be undone.
  CREATE TABLE edits (
    transcription_id ${TEXT} NOT NULL REFERENCES transcriptions(id) ON DELETE CASCADE,
    number ${INTEGER} NOT NULL,
    kind ${TEXT} NOT NULL,
    -- The caller's own name for it, by which a request that comes twice is known.
    request ${TEXT},
    made_at ${INTEGER} NOT NULL,
    undone ${INTEGER} NOT NULL DEFAULT 0,
    -- JSON, deflated: the rows before and after.
    body ${BLOB} NOT NULL,
    PRIMARY KEY (transcription_id, number)
  )${STRICT};

  -- Where somebody speaks; the rest is silence.
  CREATE TABLE speech (
    transcription_id ${TEXT} NOT NULL REFERENCES transcriptions(id) ON DELETE CASCADE,
    start_ms ${INTEGER} NOT NULL,
    end_ms ${INTEGER} NOT NULL,
    PRIMARY KEY (transcription_id, start_ms)
  )${KEYED};

  CREATE TABLE suppressed (
    transcription_id ${TEXT} NOT NULL REFERENCES transcriptions(id) ON DELETE CASCADE,
    window_idx ${INTEGER} NOT NULL,
    idx ${INTEGER} NOT NULL,
    start_ms ${INTEGER} NOT NULL,
    end_ms ${INTEGER} NOT NULL,
    text ${TEXT} NOT NULL,
    reason ${TEXT} NOT NULL,
    PRIMARY KEY (transcription_id, window_idx, idx)
  )${KEYED};

  -- Subtitles a person wrote for the words that begin from \`start_ms\` to before \`end_ms\`.
  CREATE TABLE cue_edits (
    transcription_id ${TEXT} NOT NULL REFERENCES transcriptions(id) ON DELETE CASCADE,
    start_ms ${INTEGER} NOT NULL,
    end_ms ${INTEGER} NOT NULL,
    -- What was said there when they were written.
    words ${TEXT} NOT NULL,
    -- JSON: [{start, end, text}], in seconds.
    cues ${TEXT} NOT NULL,
    PRIMARY KEY (transcription_id, start_ms)
  )${KEYED};

  -- Subtitles in another language, as far as they are there.
  CREATE TABLE translations (
    transcription_id ${TEXT} NOT NULL REFERENCES transcriptions(id) ON DELETE CASCADE,
    language ${TEXT} NOT NULL,
    -- New with each request, so that work for an earlier one writes nothing more.
    request ${TEXT} NOT NULL,
    status ${TEXT} NOT NULL CHECK (status IN ('queued', 'translating', 'completed', 'failed')),
    attempts ${INTEGER} NOT NULL DEFAULT 0,
    progress ${REAL} NOT NULL DEFAULT 0,
    error ${TEXT},
    model ${TEXT} NOT NULL,
    -- How often words or subtitles were edited, and how often when the finished cues were read.
    edits ${INTEGER} NOT NULL DEFAULT 0,
    made_of ${INTEGER} NOT NULL DEFAULT 0,
    created_at ${INTEGER} NOT NULL,
    -- NULL until there are finished cues.
    completed_at ${INTEGER},
    PRIMARY KEY (transcription_id, language)
  )${KEYED};

  CREATE TABLE translated_cues (
    transcription_id ${TEXT} NOT NULL,
    language ${TEXT} NOT NULL,
    -- 1 for what is being made; finished, it takes the place of what was there before.
    draft ${INTEGER} NOT NULL,
    idx ${INTEGER} NOT NULL,
    start_ms ${INTEGER} NOT NULL,
    end_ms ${INTEGER} NOT NULL,
    -- Where its first word begins, by which its speaker is found.
    said_ms ${INTEGER} NOT NULL,
    original ${TEXT} NOT NULL,
    text ${TEXT} NOT NULL,
    too_long ${INTEGER} NOT NULL,
    PRIMARY KEY (transcription_id, language, draft, idx),
    FOREIGN KEY (transcription_id, language)
      REFERENCES translations(transcription_id, language) ON DELETE CASCADE
  )${KEYED};

  CREATE TABLE structured (
    transcription_id ${TEXT} PRIMARY KEY REFERENCES transcriptions(id) ON DELETE CASCADE,
    body ${TEXT} NOT NULL
  )${STRICT};

  -- Completed transcriptions whose structured text is to be made anew, in the background.
  CREATE TABLE structurings (
    transcription_id ${TEXT} PRIMARY KEY REFERENCES transcriptions(id) ON DELETE CASCADE,
    attempts ${INTEGER} NOT NULL,
    due_at ${INTEGER} NOT NULL
  )${KEYED};

  -- Completed transcriptions whose files are to be written, in the background. A row outlives its transcription, until
  -- what a crash may have left half written is removed.
  CREATE TABLE automatic_exports (
    transcription_id ${TEXT} PRIMARY KEY,
    attempts ${INTEGER} NOT NULL DEFAULT 0,
    due_at ${INTEGER} NOT NULL,
    -- Where they are being written; NULL before.
    folder ${TEXT},
    -- JSON: [{format, name, sha256, placed}], noted before each gets its name there.
    files ${TEXT} NOT NULL DEFAULT '[]',
    -- Why they could not be written, as a sentence.
    problem ${TEXT}
  )${KEYED};

  -- \`segments.speaker\` is the label within its transcription; the name a person gave lies here, so that renaming is
  -- one small write.
  CREATE TABLE speakers (
    transcription_id ${TEXT} NOT NULL REFERENCES transcriptions(id) ON DELETE CASCADE,
    number ${INTEGER} NOT NULL,
    label ${TEXT} NOT NULL,
    name ${TEXT},
    confidence ${REAL},
    voice_id ${TEXT},
    -- The voice as float32 numbers in the space that its diarization names.
    centroid ${BLOB},
    PRIMARY KEY (transcription_id, number),
    UNIQUE (transcription_id, label)
  )${KEYED};

  -- How the speakers were told apart, and the voices heard window by window, to do it again without the recording.
  CREATE TABLE diarizations (
    transcription_id ${TEXT} PRIMARY KEY REFERENCES transcriptions(id) ON DELETE CASCADE,
    method ${TEXT} NOT NULL,
    model ${TEXT},
    confidence ${REAL} NOT NULL,
    warning ${TEXT},
    evidence ${BLOB},
    -- What the centroids are numbers of; NULL where they mean nothing beyond their recording.
    space ${TEXT},
    at_once ${TEXT} NOT NULL DEFAULT '[]' -- Where several speak, with their labels: JSON.
  )${STRICT};

  -- Voices that were named. A memory is 'live', 'test', or the id of a key that sees nothing but its own.
  CREATE TABLE voices (
    id ${TEXT} PRIMARY KEY,
    memory ${TEXT} NOT NULL,
    name ${TEXT} NOT NULL,
    created_at ${INTEGER} NOT NULL,
    updated_at ${INTEGER} NOT NULL,
    UNIQUE (memory, name)
  )${STRICT};
  -- What a voice sounds like: a row for each speaker who was named, in the order of learning. So a name that is taken
  -- back takes what it taught; what a recording taught outlives the recording.
  CREATE TABLE voice_samples (
    id ${NUMBER},
    voice_id ${TEXT} NOT NULL REFERENCES voices(id) ON DELETE CASCADE,
    transcription_id ${TEXT} REFERENCES transcriptions(id) ON DELETE SET NULL,
    speaker ${INTEGER} NOT NULL,
    space ${TEXT} NOT NULL,
    centroid ${BLOB} NOT NULL,
    speech_ms ${INTEGER} NOT NULL,
    learnt_at ${INTEGER} NOT NULL
  )${STRICT};
  CREATE INDEX voice_samples_by_voice ON voice_samples(voice_id, space);
  CREATE INDEX voice_samples_by_transcription ON voice_samples(transcription_id);

  CREATE TABLE files (
    id ${TEXT} PRIMARY KEY,
    filename ${TEXT} NOT NULL,
    bytes ${INTEGER} NOT NULL,
    sha256 ${TEXT} NOT NULL,
    key_id ${TEXT},
    test ${INTEGER} NOT NULL,
    -- Where the watch folder found it; NULL for what was uploaded.
    path ${TEXT},
    created_at ${INTEGER} NOT NULL
  )${STRICT};
  CREATE INDEX files_by_sha256 ON files(sha256);

  -- What is to be removed from the disk: written with the change that makes it superfluous, gone once it is removed.
  CREATE TABLE removals (
    folder ${TEXT} NOT NULL CHECK (folder IN ('work', 'files', 'recordings')),
    name ${TEXT} NOT NULL,
    PRIMARY KEY (folder, name)
  )${KEYED};

  -- Copies of this database that were made without being asked for; older ones make room for newer ones.
  CREATE TABLE backups (
    name ${TEXT} PRIMARY KEY,
    created_at ${INTEGER} NOT NULL
  )${KEYED};
`;
