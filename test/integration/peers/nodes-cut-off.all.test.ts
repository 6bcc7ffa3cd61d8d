/** A service that cannot reach the database has its work done elsewhere, and PostgreSQL may be restarted under all. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shortBytes } from '../../helpers/corpus/recordings.ts';
import { hangingEngine, quickEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { finished, makeTempFolder } from '../../helpers/harness/app.ts';
import { type Cluster, makeCluster, type Node } from '../../helpers/harness/nodes.ts';
import { PATIENCE_MS } from '../../helpers/harness/patience.ts';
import { noPostgres, type PostgresServer, startPostgres } from '../../helpers/harness/postgres.ts';
import { until } from '../../helpers/harness/until.ts';
import { type PostgresProxy, startPostgresProxy } from '../../helpers/servers/postgres-proxy.ts';

/** Twice as long as silence takes, and what follows. */
const LONG = { timeout: 3 * PATIENCE_MS };

describe.skipIf(noPostgres !== null)('of two services on one database', () => {
  let server: PostgresServer;
  let cluster: Cluster;
  let proxy: PostgresProxy;
  beforeAll(async () => {
    server = await startPostgres();
    cluster = await makeCluster(server);
    proxy = await startPostgresProxy(server.port);
  });
  afterAll(async () => {
    await cluster?.stop();
    proxy?.close();
    await server?.stop();
  });

  const names = async ({ client }: Node) =>
    (await client.listMachines()).services.map(({ name }) => name).sort();
  const seenAt = async () => {
    const rows = await cluster.query('SELECT seen_at FROM services ORDER BY name');
    return rows.map((row) => Number(row['seen_at']));
  };
  const add = async ({ client }: Node) => {
    const { url } = await client.uploadFile(new Blob([shortBytes()]), 'short.mp3');
    return (await client.createTranscription({ url, language: 'en' })).id;
  };

  it('one that is cut off hands over, and starts again when it is back', async () => {
    const folder = await makeTempFolder();
    const hanging = await writeProgram(join(folder, 'hanging'), hangingEngine);
    const quick = await writeProgram(join(folder, 'quick'), quickEngine);
    const through = new URL(cluster.url);
    through.port = String(proxy.port);
    const env = { STENO_ENGINE: hanging, STENO_DATABASE: through.href, STENO_LOG: 'silent' };
    const cut = await cluster.start('cut', env);
    const id = await add(cut);
    await until(async () => (await cut.client.getTranscription(id)).stage === 'transcribing');
    const other = await cluster.start('other', { STENO_ENGINE: quick, STENO_LOG: 'fatal' });
    // All are there again, and nothing has failed.
    await server.restart();
    const before = await seenAt();
    await until(async () => (await seenAt()).every((at, index) => at > (before[index] ?? at)));
    const late = await add(other);
    expect(await names(other)).toEqual(['cut', 'other']);

    proxy.refuse(true);
    expect((await fetch(`${cut.local}/health/ready`)).status).toBe(503);
    const done = await finished(other.client, id);
    expect([done.status, done.error]).toEqual(['completed', null]);
    expect((await finished(other.client, late)).status).toBe('completed');
    await until(async () => (await names(other)).join() === 'other');
    proxy.refuse(false);
    await until(async () => (await names(other)).length === 2);
    expect((await cut.client.getTranscription(id)).result?.text).toBe(done.result?.text);
    // It works again, and stops what is deleted at the other one.
    const next = await add(cut);
    await until(async () => (await other.client.getTranscription(next)).status !== 'queued');
    await other.client.deleteTranscription(next);
    await cluster.kill(cut);
    await cluster.kill(other);
  });

  it('count no crash of a recording by being cut off in turn', LONG, async () => {
    const hanging = await writeProgram(join(await makeTempFolder(), 'hanging'), hangingEngine);
    const proxies = [proxy, await startPostgresProxy(server.port)];
    const start = ({ port }: PostgresProxy, name: string) => {
      const through = new URL(cluster.url);
      through.port = String(port);
      const env = { STENO_ENGINE: hanging, STENO_DATABASE: through.href, STENO_LOG: 'silent' };
      return cluster.start(name, env);
    };
    const held = async () => {
      const [row] = await cluster.query(`SELECT j.id, t.crashes FROM transcriptions t
        JOIN steno_tasks.job j ON j.singleton_key = t.id
        WHERE j.name = 'transcription' AND j.state = 'active' AND t.stage = 'transcribing'`);
      return { id: row?.['id'], crashes: Number(row?.['crashes']) };
    };
    const id = await add(await start(proxy, 'one'));
    await until(async () => (await held()).crashes === 0);
    const two = await start(proxies[1] ?? proxy, 'two');
    for (let cut = 0; cut < 2; cut++) {
      const before = await held();
      proxies[cut % 2]?.refuse(true);
      await until(async () => {
        const { id: task, crashes } = await held();
        return task !== before.id && crashes === 1;
      });
      proxies[cut % 2]?.refuse(false);
      // It is alive, and takes back what was counted.
      await until(async () => (await held()).crashes === 0);
    }
    expect((await two.client.getTranscription(id)).status).toBe('processing');
    proxies[1]?.close();
  });
});
