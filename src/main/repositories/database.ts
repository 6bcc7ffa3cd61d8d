import type { Kysely } from 'kysely';
import type { FolderMark } from '../core/data-folder-watch.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

export type OpenDatabase = {
  /** For requests: a database that another program uses is an error after ten seconds. */
  db: Database;
  /** For background work, which waits until the database is free or the service stops. */
  patient: Database;
  /** Shutdown: from now on no query waits long for another program. */
  hurry(): void;
  /** Removes deleted rows from the write-ahead log too. */
  checkpoint(): Promise<void>;
  /** Tells the opened data folder from any other; null before it is open. */
  mark(): FolderMark | null;
  /** Closes what is open. */
  close(): Promise<void>;
};
