import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type PostgresProxy = Awaited<ReturnType<typeof startPostgresProxy>>;

/** The parameters of a start that PgBouncer keeps for each of its clients; it refuses others. */
const KEPT_BY_POOLERS = new Set([
  ...['user', 'database', 'application_name', 'client_encoding', 'datestyle', 'timezone'],
  'standard_conforming_strings',
]);

/**
 * Stands between a service and PostgreSQL, and can fail as networks do. With `deaf` no notice arrives; with `pooling` it
 * takes a start as PgBouncer does.
 */
export async function startPostgresProxy(to: number, { deaf = false, pooling = false } = {}) {
  let when: 'before COMMIT' | 'after COMMIT' | null = null;
  let refusing = false;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    if (refusing) return void client.destroy();
    const behind = connect(to, '127.0.0.1');
    let silent = false;
    const end = () => {
      client.destroy();
      behind.destroy();
    };
    for (const socket of [client, behind]) {
      open.add(socket);
      socket.on('error', end).on('close', () => {
        open.delete(socket);
        end();
      });
    }
    const heard = deaf ? withoutNotices() : (chunk: Buffer) => chunk;
    client.on('data', (chunk) => {
      if (pooling && startParameters(chunk).some((name) => !KEPT_BY_POOLERS.has(name)))
        return end();
      if (when !== null && chunk.includes('COMMIT')) {
        const before = when === 'before COMMIT';
        when = null;
        if (before) return end();
        silent = true;
      }
      behind.write(chunk);
    });
    behind.on('data', (chunk) => {
      if (silent) end();
      else client.write(heard(chunk));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return {
    port: address.port,
    /** Loses the connection at the next commit. */
    cut(at: 'before COMMIT' | 'after COMMIT') {
      when = at;
    },
    refuse(on: boolean) {
      refusing = on;
      if (on) for (const socket of open) socket.destroy();
    },
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

/** What PostgreSQL sends, a type and a length before each message, without those of NOTIFY. */
function withoutNotices(): (chunk: Buffer) => Buffer {
  let rest = Buffer.alloc(0);
  let begun = false;
  return (chunk) => {
    // Whether it can be encrypted is answered with a letter.
    if (!begun && chunk.length === 1) return chunk;
    begun = true;
    rest = Buffer.concat([rest, chunk]);
    const kept: Buffer[] = [];
    for (;;) {
      const length = rest.length < 5 ? Number.POSITIVE_INFINITY : 1 + rest.readInt32BE(1);
      if (rest.length < length) return Buffer.concat(kept);
      if (rest.toString('latin1', 0, 1) !== 'A') kept.push(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  };
}

/** The names in a start of the protocol's third version; none in any other message. */
function startParameters(message: Buffer): string[] {
  const isStart = message.length > 8 && message.readUInt32BE(4) === 0x30000;
  const texts = isStart ? message.toString('latin1', 8).split('\0') : [];
  return texts.filter((name, at) => at % 2 === 0 && name !== '').map((name) => name.toLowerCase());
}
