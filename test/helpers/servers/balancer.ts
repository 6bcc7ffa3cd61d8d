import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type Balancer = Awaited<ReturnType<typeof startBalancer>>;

/** One address in front of several services, as a load balancer is: each connection goes to the next that listens. */
export async function startBalancer(urls: () => readonly string[]) {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    const all = urls();
    const to = all[turn++ % all.length];
    if (to === undefined) return void client.destroy();
    const behind = connect(Number(new URL(to).port), '127.0.0.1');
    for (const socket of [client, behind]) {
      open.add(socket);
      const end = () => {
        open.delete(socket);
        client.destroy();
        behind.destroy();
      };
      socket.on('error', end).on('close', end);
    }
    client.pipe(behind).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** Every connection is lost, as when a switch is restarted. */
    cut,
    close() {
      cut();
      server.close();
    },
  };
}
