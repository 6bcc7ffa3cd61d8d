/** Every change of the schema, for both databases. */
import { callers } from './0001-callers.ts';
import { initial } from './0001-initial.ts';
import { machine } from './0001-machine.ts';
import { foldFunction, schemaVersions } from './0001-postgres.ts';
import { postgresSearch, sqliteSearch } from './0001-search.ts';
import { postgresTriggers, sqliteTriggers } from './0001-triggers.ts';
import { nodes, oldestService } from './0002-nodes.ts';
import { queue } from './0003-queue.ts';
import { projects } from './0004-projects.ts';
import {
  highlights,
  postgresHighlightTriggers,
  sqliteHighlightTriggers,
} from './0005-highlights.ts';
import { steps } from './0006-steps.ts';
import { textThatStays } from './0007-text-that-stays.ts';
import { workerKeys } from './0008-worker-keys.ts';
import { tasks } from './0009-tasks.ts';
import { windowTasks } from './0010-windows.ts';
import { services } from './0012-services.ts';
import type { ddl } from './column-types.ts';

type Migration = {
  /** What both databases understand. */
  both: readonly ReturnType<typeof ddl>[];
  /** What each says in its own language, after that. */
  sqlite?: string;
  /** `collation` is one whose `lower` knows all letters; null for the database's own. */
  postgres?: (collation: string | null) => string;
  /** Whether services that do not know the change may keep running: see docs/many-machines.md. */
  compatible: boolean;
};

/** In order and permanent: a released migration never changes. */
const MIGRATIONS: readonly Migration[] = [
  {
    both: [initial, machine, callers],
    sqlite: sqliteSearch + sqliteTriggers,
    postgres: (collation) =>
      schemaVersions + foldFunction(collation) + postgresSearch + postgresTriggers,
    compatible: false,
  },
  { both: [nodes], postgres: () => oldestService, compatible: false },
  { both: [queue], compatible: true },
  { both: [projects], compatible: true },
  {
    both: [highlights],
    sqlite: sqliteHighlightTriggers,
    postgres: () => postgresHighlightTriggers,
    compatible: true,
  },
  // Who does not know the new kinds of steps would undo one without going back.
  { both: [steps], compatible: false },
  { both: [textThatStays], compatible: true },
  // Who does not know the scope of workers would let their keys read and change everything.
  { both: [workerKeys], compatible: false },
  { both: [tasks], compatible: false },
  // Who does not know them would transcribe windows that others have in hand.
  { both: [windowTasks], compatible: false },
  { both: [services], compatible: false },
];

/** The version of the newest schema. */
export const NEWEST = MIGRATIONS.length;

/** The oldest version that a service may have beside one that updates the schema to the newest. */
export const OLDEST_COMPATIBLE = MIGRATIONS.findLastIndex((it) => !it.compatible) + 1;

/** The statements of each, for a database file. */
export const SQLITE_MIGRATIONS: readonly string[] = MIGRATIONS.map(
  ({ both, sqlite = '' }) => both.map((one) => one.sqlite).join('') + sqlite,
);

/** The statements of each, for PostgreSQL. */
export const postgresMigrations = (collation: string | null): readonly string[] =>
  MIGRATIONS.map(
    ({ both, postgres }) =>
      both.map((one) => one.postgres).join('') + (postgres?.(collation) ?? ''),
  );
