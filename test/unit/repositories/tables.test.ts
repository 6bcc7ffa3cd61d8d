/** The types of the rows, which are written by hand, say what the schema says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { createQueryId, sql } from 'kysely';
import { type ESTree, parseAst } from 'vite';
import { expect, test } from 'vitest';
import { SQLITE_MIGRATIONS } from '../../../src/main/repositories/migrations/migrations.ts';
import { PLUGINS } from '../../../src/main/repositories/sql-dialect.ts';
import { createDatabase } from '../../../src/main/repositories/sqlite-database.ts';
import { projectRoot } from '../../helpers/harness/service-process.ts';

const SCALARS: Record<string, string> = {
  TEXT: 'string',
  INTEGER: 'number',
  REAL: 'number',
  BLOB: 'Uint8Array',
};
/** Full text is searched by SQL alone, which keeps these for itself. */
const UNTYPED = /^(?:sqlite_|search)/;

type Column = { name: string; type: string; notnull: 0 | 1; dflt_value: string | null; pk: number };

/** As the type of a row writes it: `Generated` is what an insert may leave out. */
function typeOf({ type, notnull, dflt_value, pk }: Column, hasRowid: boolean): string {
  const isRowid = hasRowid && type === 'INTEGER' && pk === 1;
  const value = `${SCALARS[type]}${notnull || pk ? '' : ' | null'}`;
  return isRowid || dflt_value !== null ? `Generated<${value}>` : value;
}

function schemaColumns(): string[] {
  const sqlite = new BetterSqlite(':memory:');
  sqlite.function('fold', () => null);
  for (const migration of SQLITE_MIGRATIONS) sqlite.exec(migration);
  const tables = sqlite
    .prepare(`SELECT name, wr FROM pragma_table_list WHERE type = 'table'`)
    .all() as { name: string; wr: number }[];
  return tables
    .filter(({ name }) => !UNTYPED.test(name))
    .flatMap(({ name, wr }) =>
      (sqlite.pragma(`table_info(${name})`) as Column[]).map(
        (column) => `${name}.${column.name}: ${typeOf(column, wr === 0)}`,
      ),
    );
}

/** Strings of a known set are strings to SQLite. */
const plain = (type: string) =>
  type.replaceAll(/KeyScope|OwnFolder|WebhookStatus|'[a-z]+'(?: \| '[a-z]+')*/g, 'string');

function typedColumns(): { name: string; type: string }[] {
  const source = ['transcription-tables.ts', 'tables.ts']
    .map((name) => readFileSync(join(projectRoot, 'src/main/repositories', name), 'utf8'))
    .join('\n');
  const rows = new Map<string, ESTree.TSTypeLiteral>();
  for (const node of parseAst(source, { lang: 'ts' }).body) {
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
    if (declaration?.type !== 'TSTypeAliasDeclaration') continue;
    if (declaration.typeAnnotation.type === 'TSTypeLiteral') {
      rows.set(declaration.id.name, declaration.typeAnnotation);
    }
  }
  const members = (type: ESTree.TSTypeLiteral | undefined) =>
    (type?.members ?? []).flatMap((member) =>
      member.type === 'TSPropertySignature' &&
      member.key.type === 'Identifier' &&
      member.typeAnnotation
        ? [{ name: member.key.name, type: member.typeAnnotation.typeAnnotation }]
        : [],
    );
  return members(rows.get('Tables')).flatMap(({ name, type }) => {
    const row = type.type === 'TSTypeLiteral' ? type : rows.get(source.slice(type.start, type.end));
    return members(row).map((column) => {
      const written = source.slice(column.type.start, column.type.end);
      return { name: `${name}.${column.name}`, type: plain(written) };
    });
  });
}

const { db } = createDatabase();
const storedName = (name: string) => sql.ref(name).compile(db).sql.replaceAll('"', '');

test('the types of the rows are those of the schema', () => {
  const schema = schemaColumns();
  const typed = typedColumns().map(({ name, type }) => `${storedName(name)}: ${type}`);
  expect(schema.length).toBeGreaterThan(100);
  expect(typed.toSorted()).toEqual(schema.toSorted());
});

test('a row that is read has the names it is written with', async () => {
  const names = typedColumns().map(({ name }) => name.split('.')[1] ?? '');
  const row = Object.fromEntries(names.map((name) => [storedName(name), 0]));
  const [plugin] = PLUGINS;
  const read = await plugin?.transformResult({ result: { rows: [row] }, queryId: createQueryId() });
  expect(Object.keys(read?.rows[0] ?? {}).toSorted()).toEqual([...new Set(names)].toSorted());
});
