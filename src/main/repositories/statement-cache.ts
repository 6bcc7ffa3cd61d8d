import type { Database as Sqlite } from 'better-sqlite3';
import type { SqliteDatabase } from 'kysely';

/** More than there are different queries; lists of ids of many lengths make many that come once. */
const KEPT = 200;

/** The same database, which compiles a query only once: compiling costs more than most queries do. */
export function keepStatements(sqlite: Sqlite): SqliteDatabase {
  const statements = new Map<string, ReturnType<SqliteDatabase['prepare']>>();
  return {
    close: () => sqlite.close(),
    prepare(sql) {
      const kept = statements.get(sql);
      const statement = kept ?? sqlite.prepare(sql);
      // A map goes in the order of insertion, so the first one was used the longest ago.
      statements.delete(sql);
      statements.set(sql, statement);
      if (statements.size > KEPT) forgetFirst(statements);
      return statement;
    },
  };
}

function forgetFirst(statements: Map<string, unknown>): void {
  const [first] = statements.keys();
  if (first !== undefined) statements.delete(first);
}
