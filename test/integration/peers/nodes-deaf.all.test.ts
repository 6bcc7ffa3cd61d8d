/** A service that hears nothing of what the others tell learns it from rows and tasks. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../src/shared/client.ts';
import { shortBytes } from '../../helpers/corpus/recordings.ts';
import { hangingEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { type Cluster, makeCluster, type Node } from '../../helpers/harness/nodes.ts';
import { noPostgres, type PostgresServer, startPostgres } from '../../helpers/harness/postgres.ts';
import { until } from '../../helpers/harness/until.ts';
import { type PostgresProxy, startPostgresProxy } from '../../helpers/servers/postgres-proxy.ts';

describe.skipIf(noPostgres !== null)('a service that no news reaches', () => {
  let server: PostgresServer;
  let cluster: Cluster;
  let proxy: PostgresProxy;
  let [near, deaf]: Node[] = [];
  beforeAll(async () => {
    server = await startPostgres();
    cluster = await makeCluster(server);
    proxy = await startPostgresProxy(server.port, { deaf: true });
    const engine = await writeProgram(join(await makeTempFolder(), 'engine'), hangingEngine);
    const through = new URL(cluster.url);
    through.port = String(proxy.port);
    near = await cluster.start('near', { STENO_NO_WORK: '1' });
    deaf = await cluster.start('deaf', { STENO_ENGINE: engine, STENO_DATABASE: through.href });
  });
  afterAll(async () => {
    await cluster?.stop();
    proxy?.close();
    await server?.stop();
  });
  const at = (node: Node | undefined): Node => {
    if (!node) throw new Error('It was not started.');
    return node;
  };
  const running = async () => {
    const { services } = await at(deaf).client.listMachines();
    return services.find(({ here }) => here)?.running;
  };

  it('takes what waits, and stops what is canceled or deleted', async () => {
    const { client } = at(near);
    for (const end of ['cancelTranscription', 'deleteTranscription'] as const) {
      const { url } = await client.uploadFile(new Blob([shortBytes()]), 'short.mp3');
      const { id } = await client.createTranscription({ url, language: 'en', reuse: false });
      await until(async () => (await client.getTranscription(id)).stage === 'transcribing');
      expect(await running()).toBe(1);
      await client[end](id);
      await until(async () => (await running()) === 0);
      await until(async () => (await cluster.query('SELECT name FROM removals')).length === 0);
    }
  });

  it('ends what a revoked key has open', async () => {
    const { key, id } = await at(near).client.createKey({ name: 'one', scope: 'read' });
    const own = createClient({ baseUrl: at(deaf).local, key });
    const events = own.events(new AbortController().signal);
    const ended = (async () => {
      for await (const _ of events);
    })();
    const outcome = ended.then(
      () => 'ended',
      () => 'ended',
    );
    await until(async () => (await own.listTranscriptions()).data.length >= 0);
    await at(near).client.revokeKey(id);
    expect(await outcome).toBe('ended');
  });
});
