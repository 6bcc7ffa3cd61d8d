/** What PostgreSQL has beside the tables. Part of the first schema. */

/** Which data folder this database belongs to, and the version of its schema; its only row. */
export const schemaVersions = `
  -- \`filled_from\` is the data folder whose rows are being moved here, until all of them are.
  CREATE TABLE steno_schema (version BIGINT NOT NULL, filled_from TEXT);
  INSERT INTO steno_schema VALUES (0);
`;

/** The text without case and accents, as casefold.ts has it; `lower` needs to know a language for that. */
export const foldFunction = (collation: string | null) => `
  CREATE FUNCTION fold(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT lower(regexp_replace(normalize($1, NFD), '[\\u0300-\\u036f]', '', 'g')
      ${collation === null ? '' : `COLLATE "${collation}"`}) COLLATE "C"
  $$;
`;
