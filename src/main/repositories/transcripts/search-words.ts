/** How the words of a search are looked up in the index `search`, by the trigrams in its texts. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { casefold } from '../../../shared/casefold.ts';

/** The index stores trigrams, so shorter words are searched for in the texts themselves. */
const INDEXED_LENGTH = 3;

/** FTS5, which folds case and accents itself. */
export function trigramsOfSqlite(words: readonly string[]): RawBuilder<SqlBool> {
  const { indexed, short } = byLength(words);
  const match = indexed.map(quote).join(' ');
  const all = [
    ...(indexed.length > 0 ? [sql`search MATCH ${match}`] : []),
    ...short.map((word) => sql`search.text LIKE ${anywhere(word)} ESCAPE '\\'`),
  ];
  return sql<SqlBool>`${sql.join(all, sql` AND `)}`;
}

/** pg_trgm, over texts folded before; like SQLite's LIKE, ILIKE without a language folds ASCII alone. */
export function trigramsOfPostgres(words: readonly string[]): RawBuilder<SqlBool> {
  const { indexed, short } = byLength(words);
  const all = [
    ...indexed.map((word) => sql`search.folded LIKE ${anywhere(casefold(word))}`),
    ...short.map((word) => sql`search.text ILIKE ${anywhere(word)} COLLATE "C"`),
  ];
  return sql<SqlBool>`${sql.join(all, sql` AND `)}`;
}

function byLength(words: readonly string[]) {
  return {
    indexed: words.filter((word) => indexedLength(word) >= INDEXED_LENGTH),
    short: words.filter((word) => indexedLength(word) < INDEXED_LENGTH),
  };
}

/** The index drops combining accents, so they do not count. */
function indexedLength(word: string): number {
  return [...word.replace(/[\u0300-\u036f]/g, '')].length;
}

/** Within quotes only the quote itself has a meaning (FTS5 strings). */
function quote(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}

/** For LIKE: the word as it is, with anything around it. */
function anywhere(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`;
}
