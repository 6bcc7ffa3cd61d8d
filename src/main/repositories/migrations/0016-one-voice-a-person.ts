/**
 * A person is one voice, with a profile for each way of hearing: another model gives other numbers. Profiles are told
 * apart by the digest of the model's file and no longer by its name, which two files can have.
 */
export const oneVoiceAPerson = `
  -- What the profiles of the speakers are numbers of; NULL where they mean nothing beyond their recording.
  ALTER TABLE diarizations ADD COLUMN space TEXT;
  -- The first line of what was heard says with which model; of the first versions not with which file.
  UPDATE diarizations SET space = (
    SELECT 'neural ' || (head ->> 'dim') || ' ' || COALESCE(substr(head ->> 'digest', 1, 16), model)
    FROM (SELECT CAST(substr(evidence, 1, instr(evidence, x'0a') - 1) AS TEXT) AS head))
  WHERE model IS NOT NULL AND evidence IS NOT NULL;

  ALTER TABLE voices RENAME TO named_voices;
  -- The built-in model is known by its digest; another one where all recordings it heard had the same file.
  UPDATE OR IGNORE named_voices SET space = 'neural 256 7e201ce46a1e8218' WHERE space = 'neural 256 speaker';
  UPDATE OR IGNORE named_voices SET space = heard.space
  FROM (
    SELECT 'neural ' || substr(space, 8, instr(substr(space, 8), ' ')) || model AS named, MIN(space) AS space
    FROM diarizations WHERE space IS NOT NULL GROUP BY named HAVING COUNT(DISTINCT space) = 1
  ) AS heard
  WHERE named_voices.space = heard.named;

  CREATE TABLE voices (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE voice_profiles (
    voice_id TEXT NOT NULL REFERENCES voices(id) ON DELETE CASCADE,
    space TEXT NOT NULL,
    profile BLOB NOT NULL,
    speech_ms INTEGER NOT NULL,
    PRIMARY KEY (voice_id, space)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO voices SELECT MIN(id), name, MIN(created_at), MAX(updated_at) FROM named_voices GROUP BY name;
  INSERT INTO voice_profiles
    SELECT voices.id, space, profile, speech_ms FROM named_voices JOIN voices USING (name);
  UPDATE speakers SET voice_id = voices.id
    FROM named_voices JOIN voices USING (name) WHERE speakers.voice_id = named_voices.id;
  DROP TABLE named_voices;
`;
