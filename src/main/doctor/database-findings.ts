/** The database: whether it can be opened, is sound, and agrees with what lies beside it. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite, { type Database as Sqlite } from 'better-sqlite3';
import { formatBytes } from '../../shared/size.ts';
import { AppError } from '../errors.ts';
import { asidePlace, filesOf, moveAside } from '../repositories/folder/aside.ts';
import { backUp } from '../repositories/folder/backups.ts';
import {
  DATABASE,
  type FolderNote,
  ownEntries,
  readNote,
  writeNote,
} from '../repositories/folder/data-folder.ts';
import { explain, refuseLost, strangersAmong } from '../repositories/folder/refusals.ts';
import { schemaVersion } from '../repositories/migrate.ts';
import { count, type Finding, good, note, problem } from './finding.ts';

/** Looks at a database that a service may have open. `mayWrite` is whether nobody has. */
export function databaseFindings(
  folder: string,
  { mayWrite, now }: { mayWrite: boolean; now: number },
): Finding[] {
  const state = readNote(folder);
  if (!existsSync(join(folder, DATABASE)) && !state?.database) {
    return [good('Database', 'There is none yet; the first start makes it.')];
  }
  try {
    if (state && mayWrite) refuseLost(folder, state);
    const sqlite = new BetterSqlite(join(folder, DATABASE), { readonly: !mayWrite, timeout: 5000 });
    try {
      schemaVersion(sqlite);
      return [
        ...soundness(sqlite, folder),
        ...(mayWrite ? searchFindings(sqlite) : []),
        ...agreement(sqlite, folder, now),
      ];
    } finally {
      sqlite.close();
    }
  } catch (error) {
    return [refused(error, { folder, state, now })];
  }
}

function refused(
  error: unknown,
  { folder, state, now }: { folder: string; state: FolderNote | null; now: number },
): Finding {
  const said = explain(error, folder);
  const says = said instanceof Error ? said.message : String(said);
  const code = error instanceof AppError ? error.code : null;
  if (code !== 'database_log_missing' || !state) return problem('Database', says);
  return problem('Database', says, {
    does: 'goes on with what is stored in the database itself, after backing it up',
    run: () => {
      backUp(folder, now);
      writeNote(folder, { ...state, open: false });
    },
  });
}

function soundness(sqlite: Sqlite, folder: string): Finding[] {
  const broken = sqlite.pragma('integrity_check(5)', { simple: true });
  if (broken !== 'ok') {
    const says = `It is damaged (${broken}). "steno restore" goes back to the last good backup.`;
    return [problem('Database', says)];
  }
  const orphans = sqlite.pragma('foreign_key_check');
  if (Array.isArray(orphans) && orphans.length > 0) {
    return [problem('Database', `${count(orphans.length, 'row')} belong to nothing.`)];
  }
  const { size } = statSync(join(folder, DATABASE));
  const number = Number(sqlite.prepare('SELECT COUNT(*) FROM transcriptions').pluck().get());
  return [good('Database', `Sound: ${count(number, 'transcription')}, ${formatBytes(size)}.`)];
}

/** Full-text search is made of the texts, and can be made of them again. */
function searchFindings(sqlite: Sqlite): Finding[] {
  try {
    sqlite.exec(`INSERT INTO search(search, rank) VALUES ('integrity-check', 1)`);
    return [good('Search', 'The index is sound.')];
  } catch {
    const path = sqlite.name;
    return [
      problem('Search', 'The index is damaged.', {
        does: 'makes it anew',
        run: () => {
          const writable = new BetterSqlite(path);
          writable.exec(`INSERT INTO search(search) VALUES ('rebuild')`);
          writable.close();
        },
      }),
    ];
  }
}

/** What lies on the disk and what the database says of it. */
function agreement(sqlite: Sqlite, folder: string, now: number): Finding[] {
  const entries = ownEntries(folder);
  const strangers = strangersAmong(sqlite, entries);
  const here = new Set(entries.map((entry) => `${entry.folder}/${entry.name}`));
  const kept = sqlite
    .prepare(`SELECT id FROM transcriptions WHERE status = 'completed' AND media_type IS NOT NULL`)
    .pluck();
  const lost = (kept.all() as string[]).filter((id) => !here.has(`recordings/${id}`));
  const path = sqlite.name;
  const found: Finding[] = [];
  if (strangers.length > 0) {
    const says = `The database does not know ${count(strangers.length, 'recording or upload')} of the folder; perhaps it is older than they are.`;
    found.push(
      note('Files', says, {
        does: `moves them aside, to ${asidePlace(folder, now)}`,
        run: () =>
          void moveAside(folder, asidePlace(folder, now), strangers.flatMap(filesOf(folder))),
      }),
    );
  }
  if (lost.length > 0) {
    found.push(
      note(
        'Files',
        `${count(lost.length, 'recording')} can no longer be played: the file is gone.`,
        {
          does: 'shows their transcripts without a player',
          run: () => {
            const writable = new BetterSqlite(path);
            const forget = writable.prepare(
              'UPDATE transcriptions SET media_type = NULL WHERE id = ?',
            );
            for (const id of lost) forget.run(id);
            writable.close();
          },
        },
      ),
    );
  }
  if (found.length > 0) return found;
  return [good('Files', `All ${entries.length} recordings and uploads are known.`)];
}
