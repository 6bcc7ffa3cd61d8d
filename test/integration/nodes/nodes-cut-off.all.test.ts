/** A service that cannot reach the database has its work done elsewhere, and PostgreSQL may be restarted under all. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_CRASHES } from '../../../src/main/repositories/jobs/job.ts';
import { shortBytes } from '../../helpers/corpus/recordings.ts';
import { hangingEngine, quickEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { finished, makeTempFolder } from '../../helpers/harness/app.ts';
import { type Cluster, makeCluster, type Node } from '../../helpers/harness/nodes.ts';
import { PATIENCE_MS } from '../../helpers/harness/patience.ts';
import { noPostgres, type PostgresServer, startPostgres } from '../../helpers/harness/postgres.ts';
import { until } from '../../helpers/harness/until.ts';
import { type PostgresProxy, startPostgresProxy } from '../../helpers/servers/postgres-proxy.ts';

/** Four outages of twelve seconds, and what follows each. */
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

  it('all go on after an outage in which every task fell silent, however often', LONG, async () => {
    const hanging = await writeProgram(join(await makeTempFolder(), 'hanging'), hangingEngine);
    const through = new URL(cluster.url);
    through.port = String(proxy.port);
    const env = { STENO_ENGINE: hanging, STENO_DATABASE: through.href, STENO_LOG: 'silent' };
    const [one] = [await cluster.start('one', env), await cluster.start('two', env)];
    const id = await add(one);
    const held = () =>
      cluster.query(`SELECT t.crashes FROM transcriptions t JOIN steno_tasks.job j
        ON j.singleton_key = t.id AND j.name = 'transcription' AND j.state = 'active'
        WHERE t.id = '${id}' AND j.heartbeat_on > now() - interval '8 s' AND t.stage = 'transcribing'`);
    for (let outage = 0; outage < MAX_CRASHES + 1; outage++) {
      await until(async () => (await held())[0]?.['crashes'] === 0);
      proxy.refuse(true);
      await until(async () => {
        const silent = await cluster.query(`SELECT id FROM steno_tasks.job
          WHERE heartbeat_on < now() - interval '12 s' AND state = 'active' AND name = 'transcription'`);
        return silent.length > 0;
      });
      proxy.refuse(false);
    }
    await until(async () => (await held())[0]?.['crashes'] === 0);
    expect((await one.client.getTranscription(id)).status).toBe('processing');
  });
});
