/** Checks the address of a PostgreSQL database, and explains why it cannot be used. No message holds the password. */
import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import pg, { type Client, type ClientConfig } from 'pg';
import { AppError, isNodeError } from '../../core/errors.ts';
import { isUnreachable } from './postgres-errors.ts';

export type Place = {
  config: ClientConfig;
  /** Host and port, or the folder of the socket. */
  at: string;
  /** Of the database. */
  name: string;
  user: string;
  /** The message of an error, without the password. */
  hide(error: unknown): string;
};

const CONNECT_MS = 5_000;
/** After so long without a byte it is looked whether the other end is still there. */
const SILENT_MS = 10_000;
/** A pooler serves a connection by the process that became free last, unless another client was faster. */
const POOLER_TRIES = 3;
/** Requests TLS: PostgreSQL always answers with one known letter. */
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/** @throws database_unusable when it is not a PostgreSQL address */
export function readPlace(url: string): Place {
  const parsed = URL.parse(url);
  if (!parsed || !/^postgres(?:ql)?:$/.test(parsed.protocol)) {
    throw new AppError('database_unusable', {
      message:
        'The address of the database is not one of PostgreSQL. Write it like postgres://user@host:5432/steno.',
    });
  }
  const config: ClientConfig = {
    connectionString: url,
    application_name: 'steno',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    // Node asks every second from then on: ten times unanswered, a connection whose other end is gone fails.
    keepAliveInitialDelayMillis: SILENT_MS,
  };
  const { host, port, database, user, password } = new pg.Client(config);
  const secret = typeof password === 'string' ? password : null;
  return {
    config,
    at: host.startsWith('/') ? host : `${host}:${port}`,
    name: database ?? user ?? '',
    user: user ?? '',
    hide(error) {
      const text = error instanceof Error ? error.message : String(error);
      return secret ? text.replaceAll(secret, '…') : text;
    },
  };
}

/** @throws database_unreachable, database_unusable */
export async function connect(place: Place): Promise<Client> {
  const { config, at, name, user, hide } = place;
  await refuseOtherServers(place);
  const client = new pg.Client(config);
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    const code = isNodeError(error) ? error.code : undefined;
    if (code === '28P01' || code === '28000' || /password/.test(hide(error))) {
      throw unusable(
        `PostgreSQL at ${at} does not let the user ${user} in: the password is wrong or missing, or the user may not come from here.`,
      );
    }
    if (code === '3D000') {
      throw unusable(
        `PostgreSQL at ${at} has no database ${name}. Make one with "createdb ${name}".`,
      );
    }
    if (isUnreachable(error)) throw unreachable(at);
    throw unusable(`PostgreSQL at ${at} cannot be used: ${hide(error)}.`);
  }
}

/**
 * Locks, notices and what is set for a connection need a session that stays its own. Between transactions, a pooler may
 * give it to another: then two connections are served by one process.
 * @throws database_unusable
 */
export async function refusePooler(client: Client, place: Place): Promise<void> {
  const other = await connect(place);
  try {
    for (let tries = 0; tries < POOLER_TRIES; tries++) {
      if ((await processOf(client)) === (await processOf(other))) throw pooled(place);
    }
  } finally {
    await other.end().catch(() => {});
  }
}

async function processOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}

/** @throws database_unreachable when nothing answers, database_unusable when another kind of server does */
async function refuseOtherServers({ at, config }: Place): Promise<void> {
  const { host, port } = new pg.Client(config);
  const path = `${host}/.s.PGSQL.${port}`;
  const socket = host.startsWith('/') ? connectSocket(path) : connectSocket({ host, port });
  const tooLate = AbortSignal.timeout(CONNECT_MS);
  let connected = false;
  try {
    await once(socket, 'connect', { signal: tooLate });
    connected = true;
    socket.write(TLS_REQUEST);
    const ended = once(socket, 'end').then(() => [Buffer.alloc(0)]);
    ended.catch(() => {});
    const [answer] = (await Promise.race([once(socket, 'data', { signal: tooLate }), ended])) as [
      Buffer,
    ];
    if (answer.length === 1 && 'SN'.includes(answer.toString())) return;
  } catch {
    if (!connected) throw unreachable(at);
  } finally {
    socket.destroy();
    socket.on('error', () => {});
  }
  throw unusable(`What answers at ${at} is not PostgreSQL.`);
}

const unusable = (message: string) => new AppError('database_unusable', { message });

const pooled = ({ at }: Place) =>
  unusable(
    `What answers at ${at} is a pooler that gives its sessions to one transaction after another, and Steno needs sessions that stay its own. Let it pool sessions (PgBouncer: pool_mode = session), or give the address of PostgreSQL itself.`,
  );

const unreachable = (at: string) =>
  new AppError('database_unreachable', {
    message: `No PostgreSQL answers at ${at}. Is it running, and is the address right?`,
  });
