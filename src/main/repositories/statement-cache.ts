import type { Database as Sqlite, Statement } from 'better-sqlite3';

/** More than there are different queries; lists of ids of many lengths make many that come once. */
const KEPT = 200;

/** Prepares statements, each only once: compiling costs more than most queries do. */
export function keepStatements(sqlite: Sqlite): (sql: string) => Statement<unknown[]> {
  const statements = new Map<string, Statement<unknown[]>>();
  return (sql) => {
    const statement = statements.get(sql) ?? sqlite.prepare(sql);
    // A map goes in the order of insertion, so the first one was used the longest ago.
    statements.delete(sql);
    statements.set(sql, statement);
    if (statements.size > KEPT) forgetFirst(statements);
    return statement;
  };
}

function forgetFirst(statements: Map<string, unknown>): void {
  const [first] = statements.keys();
  if (first !== undefined) statements.delete(first);
}
