/** A service that cannot reach the database has its work done elsewhere, and PostgreSQL may be restarted under all. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shortBytes } from '../../helpers/corpus/recordings.ts';
import { hangingEngine, quickEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { finished, makeTempFolder } from '../../helpers/harness/app.ts';
import { type Cluster, makeCluster, type Node } from '../../helpers/harness/nodes.ts';
import { noPostgres, type PostgresServer, startPostgres } from '../../helpers/harness/postgres.ts';
import { until } from '../../helpers/harness/until.ts';
import { type PostgresProxy, startPostgresProxy } from '../../helpers/servers/postgres-proxy.ts';

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
  });
});
