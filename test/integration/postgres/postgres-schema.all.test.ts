/** Both databases have the same tables, columns, keys and indexes, though each says them in its own way. */
import BetterSqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SQLITE_MIGRATIONS } from '../../../src/main/repositories/migrations/migrations.ts';
import { createPostgresDatabase } from '../../../src/main/repositories/postgres/postgres-database.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { noPostgres, type PostgresServer, startPostgres } from '../../helpers/harness/postgres.ts';

/** The index of the search is each database's own. */
const OWN = /^(?:sqlite_|search|steno_schema)/;
const TYPES: Record<string, string> = {
  text: 'TEXT',
  bigint: 'INTEGER',
  'double precision': 'REAL',
  bytea: 'BLOB',
};

type Schema = { columns: string[]; keys: string[]; references: string[]; indexes: string[] };

describe.skipIf(noPostgres !== null)('the schema in PostgreSQL', () => {
  let server: PostgresServer;
  let sqlite: Schema;
  let postgres: Schema;

  beforeAll(async () => {
    server = await startPostgres();
    const url = await server.createDatabase();
    const database = createPostgresDatabase({ url });
    await database.open(await makeTempFolder());
    await database.close();
    sqlite = ofSqlite();
    postgres = await ofPostgres((sql) => server.query(url, sql));
  });
  afterAll(() => server?.stop());

  it('has the same columns, with the same types and defaults', () => {
    expect(sqlite.columns.length).toBeGreaterThan(100);
    expect(postgres.columns).toEqual(sqlite.columns);
  });

  it('has the same primary keys and unique columns', () => {
    expect(sqlite.keys.length).toBeGreaterThan(20);
    expect(postgres.keys).toEqual(sqlite.keys);
  });

  it('refers to the same tables, and deletes along with them', () => {
    expect(sqlite.references.length).toBeGreaterThan(10);
    expect(postgres.references).toEqual(sqlite.references);
  });

  it('has the same indexes', () => {
    expect(sqlite.indexes.length).toBeGreaterThan(5);
    expect(postgres.indexes).toEqual(sqlite.indexes);
  });
});

function ofSqlite(): Schema {
  const db = new BetterSqlite(':memory:');
  db.function('fold', () => null);
  for (const migration of SQLITE_MIGRATIONS) db.exec(migration);
  const all = (sql: string) =>
    db
      .prepare(sql)
      .raw()
      .all()
      .map((row) => (row as unknown[]).join(' '))
      .filter((line) => !OWN.test(line))
      .toSorted();
  const TABLES = `pragma_table_list t JOIN`;
  return {
    columns: all(`SELECT t.name, c.name, c.type, c."notnull" OR c.pk > 0,
        COALESCE(TRIM(c.dflt_value, ''''), '-')
      FROM ${TABLES} pragma_table_info(t.name) c WHERE t.type = 'table'`),
    keys: all(`SELECT t.name, (SELECT group_concat(name, ',') FROM (
          SELECT name FROM pragma_index_info(i.name) ORDER BY seqno))
      FROM ${TABLES} pragma_index_list(t.name) i WHERE t.type = 'table' AND i.origin != 'c'
      UNION ALL
      SELECT t.name, c.name FROM ${TABLES} pragma_table_info(t.name) c
      WHERE t.type = 'table' AND t.wr = 0 AND c.type = 'INTEGER' AND c.pk = 1
        AND NOT EXISTS (SELECT 1 FROM pragma_table_info(t.name) o WHERE o.pk > 1)`),
    references:
      all(`SELECT name, group_concat("from", ','), other, group_concat("to", ','), on_delete
      FROM (SELECT t.name, f.id, f."from", f."table" AS other, f."to", f.on_delete
        FROM ${TABLES} pragma_foreign_key_list(t.name) f WHERE t.type = 'table' ORDER BY f.seq)
      GROUP BY name, id`),
    indexes: all(`SELECT t.name, i.name, (SELECT group_concat(name, ',') FROM (
          SELECT name FROM pragma_index_info(i.name) ORDER BY seqno))
      FROM ${TABLES} pragma_index_list(t.name) i WHERE t.type = 'table' AND i.origin = 'c'`),
  };
}

async function ofPostgres(
  query: (sql: string) => Promise<Record<string, unknown>[]>,
): Promise<Schema> {
  const all = async (sql: string) =>
    (await query(sql))
      .map((row) => Object.values(row).join(' '))
      .filter((line) => !OWN.test(line))
      .toSorted();
  const columns = await query(`SELECT table_name, column_name, data_type,
      CASE is_nullable WHEN 'NO' THEN 1 ELSE 0 END AS needed,
      COALESCE(TRIM(split_part(column_default, '::', 1), ''''), '-') AS preset
    FROM information_schema.columns WHERE table_schema = 'public'`);
  const columnsOf = (
    numbers: string,
    table: string,
  ) => `(SELECT string_agg(a.attname, ',' ORDER BY k.nth)
    FROM unnest(${numbers}) WITH ORDINALITY AS k(number, nth)
    JOIN pg_attribute a ON a.attrelid = ${table} AND a.attnum = k.number)`;
  const constraints = `FROM pg_constraint c WHERE connamespace = 'public'::regnamespace`;
  return {
    columns: columns
      .map(({ table_name, column_name, data_type, needed, preset }) =>
        [table_name, column_name, TYPES[String(data_type)], needed, preset].join(' '),
      )
      .filter((line) => !OWN.test(line))
      .toSorted(),
    keys: await all(
      `SELECT conrelid::regclass::text, ${columnsOf('conkey', 'conrelid')} ${constraints} AND contype IN ('p', 'u')`,
    ),
    references:
      await all(`SELECT conrelid::regclass::text, ${columnsOf('conkey', 'conrelid')} AS own,
        confrelid::regclass::text AS other, ${columnsOf('confkey', 'confrelid')} AS theirs,
        CASE confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' ELSE 'NO ACTION' END
      ${constraints} AND contype = 'f'`),
    indexes: await all(`SELECT indrelid::regclass::text, indexrelid::regclass::text AS name,
        ${columnsOf('indkey::int2[]', 'indrelid')}
      FROM pg_index i JOIN pg_class ON pg_class.oid = indexrelid
      WHERE relnamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)`),
  };
}
