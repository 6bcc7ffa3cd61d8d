/** A PostgreSQL server of the test's own, as a real process on a free port, and databases in it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { TYPES } from '../../../src/main/repositories/postgres/postgres-types.ts';

const run = promisify(execFile);
/** PostgreSQL refuses to run as root; on Debian and others this is `nobody`. */
const NOBODY = 65_534;
const PASSWORD = 'a-secret-of-the-test';

export type PostgresServer = {
  port: number;
  /** Of its main process, which a restart changes. */
  pid(): number;
  /** Of the database that every server has. */
  url: string;
  password: string;
  /** Makes a database of its own; gives its address. */
  createDatabase(options?: string): Promise<string>;
  query(url: string, sql: string): Promise<Record<string, unknown>[]>;
  /** Ends all connections and starts the server again on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** The newest that Debian's packages have installed; null without one. */
function findPrograms(): string | null {
  const installed = '/usr/lib/postgresql';
  const versions = existsSync(installed) ? readdirSync(installed) : [];
  const newest = versions
    .map(Number)
    .filter(Number.isInteger)
    .toSorted((a, b) => b - a)[0];
  return newest === undefined ? null : join(installed, String(newest), 'bin');
}

/** Why tests that need PostgreSQL cannot run here; null if they can. */
export const noPostgres: string | null =
  findPrograms() === null
    ? 'PostgreSQL is not installed (Debian and Ubuntu: apt install postgresql)'
    : null;

export async function startPostgres(): Promise<PostgresServer> {
  const bin = findPrograms();
  if (bin === null) throw new Error(noPostgres ?? '');
  const isRoot = process.getuid?.() === 0;
  const as = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const folder = await mkdtemp(join(tmpdir(), 'steno-pg-'));
  const data = join(folder, 'data');
  const secret = join(folder, 'password');
  await writeFile(secret, PASSWORD);
  await chmod(secret, 0o600);
  if (isRoot) for (const path of [folder, secret]) await chown(path, NOBODY, NOBODY);
  const settings = ['--username=steno', '--auth=scram-sha-256', `--pwfile=${secret}`];
  await run(
    join(bin, 'initdb'),
    ['-D', data, '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync', ...settings],
    { ...as, cwd: folder },
  );
  const port = await freePort();
  const address = (database: string) =>
    `postgres://steno:${PASSWORD}@127.0.0.1:${port}/${database}`;

  const start = async (): Promise<ChildProcess> => {
    const options = [
      'fsync=off',
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
    ];
    const args = ['-D', data, '-p', String(port), ...options.flatMap((option) => ['-c', option])];
    const child = spawn(join(bin, 'postgres'), args, { ...as, cwd: folder, stdio: 'ignore' });
    for (;;) {
      if (child.exitCode !== null) throw new Error('PostgreSQL did not start.');
      const answered = await queryPostgres(address('postgres'), 'SELECT 1').catch(() => null);
      if (answered) return child;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const end = async (child: ChildProcess): Promise<void> => {
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    await exited;
  };

  let server = await start();
  let made = 0;
  return {
    port,
    pid: () => server.pid ?? 0,
    password: PASSWORD,
    url: address('postgres'),
    query: queryPostgres,
    async createDatabase(options = '') {
      const name = `steno_${++made}`;
      await queryPostgres(address('postgres'), `CREATE DATABASE ${name} ${options}`);
      return address(name);
    },
    async restart() {
      await end(server);
      server = await start();
    },
    async stop() {
      await end(server);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs SQL in a database. */
export async function queryPostgres(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, types: TYPES });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
