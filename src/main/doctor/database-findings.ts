/** Checks whether the database can be opened, is sound, and agrees with the files beside it. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { formatBytes } from '../../shared/size.ts';
import { AppError } from '../core/errors.ts';
import { backUp } from '../repositories/folder/backups.ts';
import {
  DATABASE,
  type FolderNote,
  type OwnEntry,
  readNote,
  writeNote,
} from '../repositories/folder/data-folder.ts';
import {
  forgetRecordings,
  type Inspection,
  inspect,
  rebuildSearch,
} from '../repositories/folder/inspect-database.ts';
import { explain, refuseLost } from '../repositories/folder/startup-checks.ts';
import {
  entriesAside,
  listUnknown,
  setUnknownAside,
  UNKNOWN_KEPT_MS,
} from '../repositories/folder/unknown-entries.ts';
import { isWalDamaged } from '../repositories/folder/wal-check.ts';
import { count, type Finding, good, note, problem } from './finding.ts';

type Looking = { mayWrite: boolean; now: number; stored: readonly OwnEntry[] | null };

/** How many unknown names are given. */
const NAMED = 10;

/** Checks a database that a service may have open. `mayWrite` is true if none has; `stored` is kept elsewhere. */
export function databaseFindings(folder: string, { mayWrite, now, stored }: Looking): Finding[] {
  const state = readNote(folder);
  if (state?.postgres) return [note('Database', 'It is in PostgreSQL; pg_dump backs it up.')];
  if (!existsSync(join(folder, DATABASE)) && !state?.database) {
    return [good('Database', 'There is none yet; the first start makes it.')];
  }
  try {
    if (state && mayWrite) refuseLost(folder, state);
    const found = look(folder, state, { mayWrite, stored, now });
    return [
      ...logFindings(folder),
      ...soundness(found, folder),
      ...searchFindings(found, folder),
      ...agreement(found, folder, now),
      ...asideFindings(folder),
    ];
  } catch (error) {
    return [refused(error, { folder, state, now })];
  }
}

/** What SQLite folds in while nothing runs is no lost log, and whether the log was damaged can be seen only before. */
function look(
  folder: string,
  state: FolderNote | null,
  { mayWrite, stored, now }: Looking,
): Inspection {
  if (!state?.open || !mayWrite) return inspect(folder, { mayWrite, stored });
  const isDamaged = isWalDamaged(folder, now);
  const found = inspect(folder, { mayWrite, stored });
  writeNote(folder, { ...state, open: false, ...(isDamaged && { behind: 'log' }) });
  return found;
}

function logFindings(folder: string): Finding[] {
  if (readNote(folder)?.behind !== 'log') return [];
  const says =
    'Its log was damaged while Steno was not running: what was stored last is lost. "steno restore" goes back to a backup; the next start goes on, and transcribes again what it finds.';
  return [note('Database', says)];
}

/** What starts have found that the database did not know. */
function asideFindings(folder: string): Finding[] {
  return listUnknown(folder).map((place) => {
    const entries = entriesAside(place);
    const names = entries.slice(0, NAMED).map(({ name }) => name);
    const more = entries.length > NAMED ? `, and ${entries.length - NAMED} more` : '';
    const left = entries.length === 0 ? 'nothing is left' : `${names.join(', ')}${more}`;
    const made = place.report.recovered.length;
    const until = new Date(place.at + UNKNOWN_KEPT_MS).toISOString().slice(0, 10);
    return note(
      'Unknown files',
      `In ${place.path} until ${until}: ${left}. Transcribed again: ${count(made, 'recording')}.`,
    );
  });
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

function soundness({ damage, orphans, transcriptions }: Inspection, folder: string): Finding[] {
  if (damage !== null) {
    const says = `It is damaged (${damage}). "steno restore" goes back to the last good backup.`;
    return [problem('Database', says)];
  }
  if (orphans > 0) return [problem('Database', `${count(orphans, 'row')} belong to nothing.`)];
  const size = formatBytes(statSync(join(folder, DATABASE)).size);
  return [good('Database', `Sound: ${count(transcriptions, 'transcription')}, ${size}.`)];
}

/** The search index is built from the texts and can be rebuilt from them. */
function searchFindings({ isSearchSound }: Inspection, folder: string): Finding[] {
  if (isSearchSound === null) return [];
  if (isSearchSound) return [good('Search', 'The index is sound.')];
  return [
    problem('Search', 'The index is damaged.', {
      does: 'makes it again',
      run: () => rebuildSearch(folder),
    }),
  ];
}

/** Compares the files on disk with the database. */
function agreement(
  { entries, strangers, withoutRecording }: Inspection,
  folder: string,
  now: number,
): Finding[] {
  const findings: Finding[] = [];
  if (strangers.length > 0) {
    const says = `The database does not know ${count(strangers.length, 'recording or upload')} of the folder; perhaps it is older than they are.`;
    findings.push(
      note('Files', says, {
        does: 'moves what it does not know aside; the next start transcribes it again',
        run: () => setUnknownAside(folder, strangers, { reason: 'files', at: now }),
      }),
    );
  }
  if (withoutRecording.length > 0) {
    const says = `${count(withoutRecording.length, 'recording')} can no longer be played: the file is gone.`;
    findings.push(
      note('Files', says, {
        does: 'shows the transcript without a player',
        run: () => forgetRecordings(folder, withoutRecording),
      }),
    );
  }
  if (findings.length > 0) return findings;
  const found =
    entries.length === 1
      ? 'The one recording or upload is known.'
      : `All ${entries.length} recordings and uploads are known.`;
  return [good('Files', entries.length === 0 ? 'There are none yet.' : found)];
}
