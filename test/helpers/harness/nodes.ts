/** Several services on one PostgreSQL database and one data folder, as on machines that share both. */
import { rm } from 'node:fs/promises';
import { findService } from '../../../src/main/core/service-file.ts';
import { makeTempFolder } from './app.ts';
import type { PostgresServer } from './postgres.ts';
import { startService } from './service-process.ts';

/** `local` is where it listens, whatever the address in front of it is. */
export type Node = Awaited<ReturnType<typeof startService>> & { local: string };

export async function makeCluster(server: PostgresServer) {
  const [dataDir, url] = [await makeTempFolder(), await server.createDatabase()];
  const open: Node[] = [];
  const ended = new Set<Node>();
  return {
    dataDir,
    url,
    query: (sql: string) => server.query(url, sql),
    /** `folder` is one of its own, as where the recordings are in a bucket. */
    async start(name: string, env: Record<string, string> = {}, folder = dataDir): Promise<Node> {
      const own = { STENO_DATABASE: url, STENO_NAME: name, STENO_LANES: '1', STENO_THREADS: '1' };
      const service = await startService(folder, { ...own, ...env });
      const node = { ...service, local: (await findService(folder))?.url ?? '' };
      open.push(node);
      return node;
    },
    async kill(node: Node): Promise<void> {
      ended.add(node);
      await node.kill();
    },
    /** Neither runs nor ends, as a machine that hangs; the programs it has started go on. */
    freeze: ({ pid }: Node) => process.kill(pid, 'SIGSTOP'),
    thaw: ({ pid }: Node) => process.kill(pid, 'SIGCONT'),
    async stop(): Promise<void> {
      for (const node of open.filter((one) => !ended.has(one))) await node.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type Cluster = Awaited<ReturnType<typeof makeCluster>>;
