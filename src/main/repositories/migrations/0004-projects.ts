import { ddl, INTEGER, STRICT, TEXT } from './column-types.ts';

/**
 * Recordings are in projects, which have options of their own. What was set for recordings of the watch folder becomes
 * a project, into which they go from then on. In words that both databases understand.
 */
export const projects = ddl`
  CREATE TABLE projects (
    id ${TEXT} PRIMARY KEY,
    name ${TEXT} NOT NULL,
    -- The name without case, by which it is one of a kind among those of its owner.
    folded ${TEXT} NOT NULL,
    -- Whose it is; NULL is the window's.
    key_id ${TEXT},
    test ${INTEGER} NOT NULL,
    -- JSON: what it gives its recordings.
    options ${TEXT} NOT NULL,
    created_at ${INTEGER} NOT NULL
  )${STRICT};
  CREATE UNIQUE INDEX projects_by_name ON projects(COALESCE(key_id, ''), folded);

  ALTER TABLE transcriptions ADD COLUMN project_id ${TEXT} REFERENCES projects(id) ON DELETE SET NULL;
  CREATE INDEX transcriptions_by_project ON transcriptions(project_id) WHERE project_id IS NOT NULL;

  INSERT INTO projects(id, name, folded, test, options, created_at)
    SELECT 'prj_watchfolder00000000000', 'Watch folder', 'watch folder', 0,
      '{"language":null,"model":null,"auto_export":null,"vocabulary":'
        || COALESCE((SELECT value FROM settings WHERE name = 'watch_vocabulary'), '[]')
        || ',"spelling":'
        || COALESCE((SELECT value FROM settings WHERE name = 'watch_spelling'), '[]') || '}',
      COALESCE((SELECT MAX(opened_at) FROM data_folder), 0)
    WHERE EXISTS (SELECT 1 FROM settings
      WHERE name IN ('watch_vocabulary', 'watch_spelling') AND value NOT IN ('[]', 'null'));
  INSERT INTO settings(name, value)
    SELECT 'watch_project_id', '"' || id || '"' FROM projects;
  DELETE FROM settings WHERE name IN ('watch_vocabulary', 'watch_spelling');
`;
