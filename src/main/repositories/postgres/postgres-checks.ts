/** Checks whether a PostgreSQL server and a database on it can be used. Reads only. */
import type { Client } from 'pg';
import { z } from 'zod';
import { AppError } from '../../core/errors.ts';
import { NEWEST } from '../migrations/migrations.ts';
import type { Place } from './connect-postgres.ts';
import { readTaskVersion, TASK_VERSION } from './task-schema.ts';

const OLDEST = 14;

export type Found = {
  /** Of the schema; 0 in an empty database. */
  version: number;
  /** Of the schema of tasks; 0 if there is none yet. */
  taskVersion: number;
  /** The data folder that the database belongs to; null if none yet. */
  folderId: string | null;
  /** The data folder whose rows are being moved here; null if none. */
  filledFrom: string | null;
  hasTrigrams: boolean;
  /** A collation whose `lower` knows all letters; null for the database's own. */
  collation: string | null;
  /** Whether the database knows any of these recordings and uploads. */
  isKnown(names: readonly string[]): boolean;
};

const Server = z.object({
  release: z.number(),
  encoding: z.string(),
  has_schema: z.boolean(),
  tables: z.number(),
  may_create: z.boolean(),
  may_make_schemas: z.boolean(),
  has_trigrams: z.boolean(),
  may_have_trigrams: z.boolean(),
  collation: z.string().nullable(),
});

const LOOK = `
  SELECT current_setting('server_encoding') AS encoding,
    to_regclass('steno_schema') IS NOT NULL AS has_schema,
    (SELECT COUNT(*)::int FROM pg_class WHERE relkind IN ('r', 'p')
      AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())) AS tables,
    COALESCE(has_schema_privilege(current_schema(), 'CREATE'), false) AS may_create,
    has_database_privilege(current_database(), 'CREATE') AS may_make_schemas,
    EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm') AS has_trigrams,
    EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm')
      AND has_database_privilege(current_database(), 'CREATE') AS may_have_trigrams,
    (SELECT collname FROM pg_collation WHERE collname IN ('und-x-icu', 'pg_c_utf8')
      ORDER BY collname DESC LIMIT 1) AS collation`;

/**
 * With `filling`, a database into which rows are being moved is not refused.
 * @throws database_unusable, database_foreign, database_newer
 */
export async function checkServer(
  client: Client,
  place: Place,
  { filling = false } = {},
): Promise<Found> {
  const release = await releaseOf(client);
  if (release < OLDEST) {
    throw new AppError('database_unusable', {
      message: `PostgreSQL at ${place.at} is version ${release}. Steno needs version ${OLDEST} or newer.`,
    });
  }
  const { rows } = await client.query(LOOK);
  const server = Server.parse({ release, ...rows[0] });
  const { version, filledFrom } = await versionOf(client, server, place);
  const taskVersion = await readTaskVersion(client);
  if (taskVersion > TASK_VERSION) throw newer(place);
  if (filledFrom !== null && !filling) {
    throw new AppError('database_unusable', {
      message: `Rows are still being moved into the database ${place.name}. Run the same "steno migrate" again, which goes on with it.`,
    });
  }
  if (version === 0) refuseUnfit(server, place);
  if (taskVersion === 0 && !server.may_make_schemas) {
    throw new AppError('database_unusable', {
      message: `The user ${place.user} may not make schemas in the database ${place.name}, and tasks need one. Make it the owner, or let an administrator run: GRANT CREATE ON DATABASE "${place.name}" TO "${place.user}".`,
    });
  }
  const { has_trigrams: hasTrigrams, collation } = server;
  if (version === 0) {
    const empty = { folderId: null, isKnown: () => false };
    return { version, taskVersion, filledFrom, hasTrigrams, collation, ...empty };
  }
  const ids = await client.query<{ id: string }>('SELECT id FROM data_folder');
  const names = await client.query<{ id: string }>(
    'SELECT id FROM transcriptions UNION SELECT id FROM files UNION SELECT name FROM removals',
  );
  const known = new Set(names.rows.map(({ id }) => id));
  return {
    version,
    taskVersion,
    filledFrom,
    hasTrigrams,
    collation,
    folderId: ids.rows[0]?.id ?? null,
    isKnown: (entries) => entries.some((name) => known.has(name)),
  };
}

async function releaseOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num');
  return Math.floor(Number(rows[0]?.server_version_num) / 10_000);
}

async function versionOf(
  client: Client,
  { has_schema, tables }: z.infer<typeof Server>,
  place: Place,
): Promise<{ version: number; filledFrom: string | null }> {
  if (!has_schema && tables > 0) {
    throw new AppError('database_foreign', {
      message: `The database ${place.name} holds other tables and was not made by Steno. Choose an empty or new one with --database.`,
    });
  }
  if (!has_schema) return { version: 0, filledFrom: null };
  const { rows } = await client.query<{ version: string; filled_from: string | null }>(
    'SELECT version, filled_from FROM steno_schema',
  );
  const version = Number(rows[0]?.version);
  if (version > NEWEST) throw newer(place);
  return { version, filledFrom: rows[0]?.filled_from ?? null };
}

const newer = ({ name }: Place) =>
  new AppError('database_newer', {
    message: `The database ${name} was written by a newer Steno. Nothing was changed.`,
  });

/** @throws database_unusable when the tables cannot be made here */
function refuseUnfit(server: z.infer<typeof Server>, { name, user }: Place): void {
  const refuse = (message: string) => {
    throw new AppError('database_unusable', { message });
  };
  if (server.encoding !== 'UTF8') {
    refuse(
      `The database ${name} stores texts as ${server.encoding}. Make one that stores them as UTF8: "createdb --encoding=UTF8 --template=template0".`,
    );
  }
  if (!server.may_create) {
    refuse(`The user ${user} may not make tables in the database ${name}. Make it the owner.`);
  }
  if (!server.has_trigrams && !server.may_have_trigrams) {
    refuse(
      `The database ${name} needs the extension pg_trgm, which the search uses, and it cannot be made here. It comes with postgresql-contrib; an administrator runs CREATE EXTENSION pg_trgm.`,
    );
  }
}
