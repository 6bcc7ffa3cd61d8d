/** Inspects a database from outside, even while a service uses it, and repairs what can be rebuilt. */
import { join } from 'node:path';
import type { Database as Sqlite } from 'better-sqlite3';
import { schemaVersion } from '../migrate.ts';
import { DATABASE, type OwnEntry, onSqlite, ownEntries } from './data-folder.ts';
import { strangersAmong } from './startup-checks.ts';

export type Inspection = {
  /** What SQLite's integrity check reports; null if the file is sound. */
  damage: string | null;
  /** Rows whose owner no longer exists. */
  orphans: number;
  transcriptions: number;
  /** Null if it could not be checked because a service writes to the database. */
  isSearchSound: boolean | null;
  entries: readonly OwnEntry[];
  /** Entries in the folder that the database does not know. */
  strangers: readonly OwnEntry[];
  /** Transcriptions whose recording for playback is missing. */
  withoutRecording: readonly string[];
};

/**
 * `stored` are the entries that are stored elsewhere than in the folder; null if that cannot be found out.
 * @throws database_newer, database_foreign; an SqliteError if the file cannot be read
 */
export function inspect(
  folder: string,
  { mayWrite, stored }: { mayWrite: boolean; stored: readonly OwnEntry[] | null },
): Inspection {
  const options = { readonly: !mayWrite, fileMustExist: true };
  return onSqlite(join(folder, DATABASE), options, (sqlite) => {
    schemaVersion(sqlite);
    const damage = String(sqlite.pragma('integrity_check(5)', { simple: true }));
    const orphans = sqlite.pragma('foreign_key_check');
    const here = ownEntries(folder);
    const entries = [...here, ...(stored ?? [])];
    return {
      damage: damage === 'ok' ? null : damage,
      orphans: Array.isArray(orphans) ? orphans.length : 0,
      transcriptions: Number(sqlite.prepare('SELECT COUNT(*) FROM transcriptions').pluck().get()),
      isSearchSound: mayWrite ? checkSearch(sqlite) : null,
      entries,
      strangers: strangersAmong(sqlite, here),
      withoutRecording: stored === null ? [] : findWithoutRecording(sqlite, entries),
    };
  });
}

/** Rebuilds the search index from the texts it stores itself. */
export function rebuildSearch(folder: string): void {
  change(folder, (sqlite) => sqlite.exec(`INSERT INTO search(search) VALUES ('rebuild')`));
}

/** Marks these transcriptions as having no recording for playback. */
export function forgetRecordings(folder: string, ids: readonly string[]): void {
  change(folder, (sqlite) => {
    const forget = sqlite.prepare('UPDATE transcriptions SET media_type = NULL WHERE id = ?');
    for (const id of ids) forget.run(id);
  });
}

/** Such as `3.51.3`. */
export function sqliteVersion(): string {
  return onSqlite(':memory:', {}, (sqlite) =>
    String(sqlite.prepare('SELECT sqlite_version()').pluck().get()),
  );
}

function checkSearch(sqlite: Sqlite): boolean {
  try {
    sqlite.exec(`INSERT INTO search(search, rank) VALUES ('integrity-check', 1)`);
    return true;
  } catch {
    return false;
  }
}

function findWithoutRecording(sqlite: Sqlite, entries: readonly OwnEntry[]): string[] {
  const here = new Set(entries.map((entry) => `${entry.folder}/${entry.name}`));
  const playable = sqlite
    .prepare(
      `SELECT id FROM transcriptions
        WHERE status IN ('completed', 'failed') AND media_type IS NOT NULL`,
    )
    .pluck()
    .all();
  return playable.map(String).filter((id) => !here.has(`recordings/${id}`));
}

function change(folder: string, work: (sqlite: Sqlite) => void): void {
  onSqlite(join(folder, DATABASE), { fileMustExist: true }, (sqlite) =>
    sqlite.transaction(() => work(sqlite))(),
  );
}
