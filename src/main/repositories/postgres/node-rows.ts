/** The services on one database, and their messages. All times are by the database's clock. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Link } from './link.ts';

const NOW_MS = `(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint`;
/** A service without a heartbeat for this long is dead. */
const DEAD_MS = 20_000;
/** How long a service may take to read the messages of the others. */
const KEPT_MS = 300_000;
const MESSAGES_AT_ONCE = 500;
const CHANNEL = 'steno';

export const isAlive = `seen_at > ${NOW_MS} - ${DEAD_MS}`;

/** What a service reports when it joins. */
type NewNode = {
  id: string;
  name: string;
  version: string;
  url: string;
  host: string;
  pid: number;
  works: boolean;
};

export type StoredNode = NewNode & {
  startedAt: number;
  seenAt: number;
  isDead: boolean;
  /** Whether it has connections. */
  isConnected: boolean;
  status: string;
};

type StoredMessage = { seq: number; nodeId: string; body: string };

export type NodeRows = ReturnType<typeof createNodeRows>;

/** The run of a service that a node belongs to: after being taken for dead, it continues with another id. */
export const runOf = (id: string): string => id.split('-', 1)[0] ?? id;

export function createNodeRows(link: () => Link, run: string) {
  return {
    /** The first of its ids, or a later one. */
    nextId: (before: string | null): string =>
      `${run}-${before === null ? 1 : Number(before.slice(run.length + 1)) + 1}`,

    async join(node: NewNode): Promise<void> {
      const { id, name, version, url, host, pid, works } = node;
      const { postgresMigrations } = await import('./postgres-schema.ts');
      await link().query('SET synchronous_commit = off');
      await link().query(
        `INSERT INTO nodes(id, name, version, knows, url, host, pid, works, started_at, seen_at, status)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, ${NOW_MS}, ${NOW_MS}, '{}')
          ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
        [id, name, version, postgresMigrations(null).length, url, host, pid, works ? 1 : 0],
      );
    },

    async leave(id: string): Promise<void> {
      await link().query('DELETE FROM nodes WHERE id = $1', [id]);
    },

    /** Records a heartbeat. Returns the database's time, or null when the service was taken for dead. */
    async beat(
      id: string,
      { status, url }: { status: string; url: string },
    ): Promise<number | null> {
      const rows = await link().query<{ now: number }>(
        `UPDATE nodes SET seen_at = ${NOW_MS}, status = $2, url = $3 WHERE id = $1
          RETURNING seen_at::float8 AS now`,
        [id, status, url],
      );
      return rows[0]?.now ?? null;
    },

    /** The oldest first. */
    async list(): Promise<StoredNode[]> {
      const rows = await link().query<Omit<StoredNode, 'works'> & { works: number }>(
        `SELECT id, name, version, url, host, pid::int, works::int, status,
            started_at::float8 AS "startedAt", seen_at::float8 AS "seenAt", NOT (${isAlive}) AS "isDead",
            EXISTS (SELECT 1 FROM pg_stat_activity
              WHERE application_name = 'steno ' || split_part(id, '-', 1)) AS "isConnected"
          FROM nodes ORDER BY started_at, id`,
      );
      return rows.map((row) => ({ ...row, works: row.works === 1 }));
    },

    /** Ends the connections of dead services: a transaction of one that froze must not block the others. */
    async disconnect(ids: readonly string[]): Promise<void> {
      await link().query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = ANY($1) AND usename = current_user AND pid != pg_backend_pid()`,
        [ids.map((id) => `steno ${runOf(id)}`)],
      );
    },

    listen: (onNotice: () => void): Promise<void> => link().listen(CHANNEL, onNotice),

    /** Stores messages in the order in which all services read them, and wakes the others. */
    async send(id: string, bodies: readonly string[]): Promise<void> {
      await link().query(
        `WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(1398031694, 4)),
          stored AS (INSERT INTO node_messages(node_id, body, sent_at)
            SELECT $1, message.body, ${NOW_MS} FROM turn, unnest($2::text[])
              WITH ORDINALITY AS message(body, place) ORDER BY place RETURNING seq)
          SELECT pg_notify('${CHANNEL}', MAX(seq)::text) FROM stored`,
        [id, bodies],
      );
    },

    /** The messages after this one. */
    messages: (after: number): Promise<StoredMessage[]> =>
      link().query<StoredMessage>(
        `SELECT seq::float8 AS seq, node_id AS "nodeId", body FROM node_messages
          WHERE seq > $1 ORDER BY seq LIMIT ${MESSAGES_AT_ONCE}`,
        [after],
      ),

    async lastMessage(): Promise<number> {
      const rows = await link().query<{ seq: number }>(
        'SELECT COALESCE(MAX(seq), 0)::float8 AS seq FROM node_messages',
      );
      return rows[0]?.seq ?? 0;
    },

    async forgetMessages(): Promise<void> {
      await link().query(`DELETE FROM node_messages WHERE sent_at < ${NOW_MS} - ${KEPT_MS}`);
    },
  };
}

/** In the transaction that releases their claims: those still silent, and those whose process has ended. */
export async function buryNodes(
  trx: Database,
  { silent, ended }: { silent: readonly string[]; ended: readonly string[] },
): Promise<void> {
  await sql`DELETE FROM nodes WHERE id IN (${sql.join(['', ...ended])})
    OR (id IN (${sql.join(['', ...silent])}) AND NOT (${sql.raw(isAlive)}))`.execute(trx);
}
