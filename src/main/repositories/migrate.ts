import type { Database as Sqlite } from 'better-sqlite3';
import { AppError } from '../errors.ts';
import { first } from './migrations/0001-first.ts';
import { accountsAndWebhooks } from './migrations/0002-accounts-and-webhooks.ts';
import { webhookOwners } from './migrations/0003-webhook-owners.ts';
import { search } from './migrations/0004-search.ts';
import { settings } from './migrations/0005-settings.ts';
import { coverage } from './migrations/0007-coverage.ts';
import { paces } from './migrations/0008-paces.ts';
import { speakers } from './migrations/0009-speakers.ts';
import { structurings } from './migrations/0010-structurings.ts';
import { sourceFacts } from './migrations/0011-source-facts.ts';
import { watchedFiles } from './migrations/0012-watched-files.ts';
import { editing } from './migrations/0013-editing.ts';
import { speakerCount } from './migrations/0014-speaker-count.ts';
import { givenTitles } from './migrations/0015-given-titles.ts';
import { oneVoiceAPerson } from './migrations/0016-one-voice-a-person.ts';

/** In order, for ever: a migration that has been released never changes. */
const MIGRATIONS = [
  first,
  accountsAndWebhooks,
  webhookOwners,
  search,
  settings,
  coverage,
  paces,
  speakers,
  structurings,
  sourceFacts,
  watchedFiles,
  editing,
  speakerCount,
  givenTitles,
  oneVoiceAPerson,
];

/**
 * Brings the database to this version, each step whole or not at all.
 * @throws database_newer when a later Steno wrote it.
 */
export function migrate(sqlite: Sqlite): void {
  const version = Number(sqlite.pragma('user_version', { simple: true }));
  if (version > MIGRATIONS.length) throw new AppError('database_newer');
  for (const [index, migration] of MIGRATIONS.entries()) {
    if (index < version) continue;
    sqlite.transaction(() => {
      sqlite.exec(migration);
      sqlite.pragma(`user_version = ${index + 1}`);
    })();
  }
}
