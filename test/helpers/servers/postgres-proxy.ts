import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type PostgresProxy = Awaited<ReturnType<typeof startPostgresProxy>>;

/** Stands between a service and PostgreSQL, and can fail as networks do. With `deaf` no notice arrives. */
export async function startPostgresProxy(to: number, { deaf = false } = {}) {
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
