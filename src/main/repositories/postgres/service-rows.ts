/** The services on one database: a row each, which says when it was seen last, by the database's clock. */
import { NEWEST } from '../migrations/migrations.ts';
import type { Link } from './held-connection.ts';

const NOW_MS = `(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint`;
/** A service that was not seen for so long counts as gone. Nothing is taken from it: its tasks are what it holds. */
const GONE_MS = 20_000;
/** How long its row stays: so long is spared what it may still be writing. */
const KEPT_MS = 60_000;

export const isAlive = `seen_at > ${NOW_MS} - ${GONE_MS}`;

/** What the connections of a service are called. */
export const sessionName = (id: string): string => `steno ${id}`;

export type NewService = { name: string; version: string; url: string; works: boolean };

export type StoredService = NewService & {
  id: string;
  startedAt: number;
  seenAt: number;
  status: string;
};

export type ServiceRows = ReturnType<typeof createServiceRows>;

/** `id` is that of this run of this service. */
export function createServiceRows(link: () => Link, id: string) {
  return {
    id,

    /** Says that it is there, and forgets who is gone. Returns the database's time. */
    async beat({ name, version, url, works }: NewService, status: string): Promise<number> {
      await link().query(`DELETE FROM services WHERE seen_at < ${NOW_MS} - ${KEPT_MS}`);
      const [row] = await link().query<{ now: number }>(
        `INSERT INTO services(id, name, version, knows, url, works, started_at, seen_at, status)
          VALUES ($1, $2, $3, $4, $5, $6, ${NOW_MS}, ${NOW_MS}, $7)
          ON CONFLICT (id) DO UPDATE
            SET seen_at = excluded.seen_at, status = excluded.status, url = excluded.url
          RETURNING seen_at::float8 AS now`,
        [id, name, version, NEWEST, url, works ? 1 : 0, status],
      );
      return row?.now ?? 0;
    },

    async leave(): Promise<void> {
      await link().query('DELETE FROM services WHERE id = $1', [id]);
    },

    /** Whether a service has connections to the database. PostgreSQL ends those of a killed one with a short delay. */
    async isConnected(other: string): Promise<boolean> {
      const found = await link().query('SELECT FROM pg_stat_activity WHERE application_name = $1', [
        sessionName(other),
      ]);
      return found.length > 0;
    },

    /** Those that are there, the oldest first. */
    async list(): Promise<StoredService[]> {
      const rows = await link().query<Omit<StoredService, 'works'> & { works: number }>(
        `SELECT id, name, version, url, works::int, status,
            started_at::float8 AS "startedAt", seen_at::float8 AS "seenAt"
          FROM services WHERE ${isAlive} ORDER BY started_at, id`,
      );
      return rows.map((row) => ({ ...row, works: row.works === 1 }));
    },
  };
}
