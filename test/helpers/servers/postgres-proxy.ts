import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type PostgresProxy = Awaited<ReturnType<typeof startPostgresProxy>>;

/** Stands between a service and PostgreSQL, and can fail as networks do. */
export async function startPostgresProxy(to: number) {
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
      else client.write(chunk);
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
