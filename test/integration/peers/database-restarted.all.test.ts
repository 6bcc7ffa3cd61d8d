/** PostgreSQL that is restarted while three services and three workers transcribe: nothing is lost, and nothing is there twice. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/main/speakers/grouping/group-voices.ts';
import type { Client } from '../../../src/shared/client.ts';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, shortBytes } from '../../helpers/corpus/recordings.ts';
import { finished } from '../../helpers/harness/app.ts';
import { dose } from '../../helpers/harness/dose.ts';
import { type Cluster, makeCluster, type Node } from '../../helpers/harness/nodes.ts';
import { noPostgres, type PostgresServer, startPostgres } from '../../helpers/harness/postgres.ts';
import { seed } from '../../helpers/harness/seed.ts';
import { until } from '../../helpers/harness/until.ts';
import { startWorker, type WorkerProcess } from '../../helpers/harness/worker-process.ts';
import { startReceiver, type WebhookReceiver } from '../../helpers/servers/webhook-receiver.ts';

const RESTARTS = dose(4, 40);
const LONG = { timeout: 3_600_000 };
/** The second is cut into half a dozen windows. */
const RECORDINGS = [shortBytes(), asFile(compose(loadPool(), clipsIn('en', 22))).bytes];

describe.skipIf(noPostgres !== null)(`with seed ${seed}`, () => {
  let server: PostgresServer;
  let cluster: Cluster;
  let receiver: WebhookReceiver;
  const services: Node[] = [];
  const workers: WorkerProcess[] = [];
  const random = seededRandom(seed);

  beforeAll(async () => {
    server = await startPostgres();
    cluster = await makeCluster(server);
    receiver = await startReceiver(null);
    for (const name of ['one', 'two', 'three'])
      services.push(await cluster.start(name, { STENO_ALLOW_PRIVATE: '1', STENO_LOG: 'fatal' }));
    for (const { client, local: url } of services) {
      const { key } = await client.createKey({ name: 'w', scope: 'worker' });
      const worker = await startWorker({ url, key }, { name: `worker of ${url}` });
      await worker.joined();
      workers.push(worker);
    }
  });
  afterAll(async () => {
    for (const worker of workers) await worker.kill();
    await cluster?.stop();
    await receiver?.close();
    await server?.stop();
  });

  const clientOf = (at: number): Client => {
    const node = services[at % services.length];
    if (!node) throw new Error('Nothing runs.');
    return node.client;
  };
  const add = async (at: number, bytes: Uint8Array) => {
    const client = clientOf(at);
    const { url } = await client.uploadFile(new Blob([new Uint8Array(bytes)]), 'said.wav');
    const options = { language: 'en', reuse: false, webhook_url: receiver.url };
    return (await client.createTranscription({ url, ...options })).id;
  };
  const wordsOf = ({ result }: Transcription) => JSON.stringify(result?.segments);

  it('ends each recording once, with the same text', LONG, async () => {
    const ids: string[] = [];
    for (const [at, bytes] of RECORDINGS.entries()) ids.push(await add(at, bytes));
    const whole: string[] = [];
    for (const id of ids) whole.push(wordsOf(await finished(clientOf(0), id)));
    for (let restart = 0; restart < RESTARTS; restart++) {
      for (const bytes of RECORDINGS) ids.push(await add(restart, bytes));
      await pause(random() * 3000);
      await server.restart();
    }
    const failed: unknown[] = [];
    for (const [at, id] of ids.entries()) {
      const done = await finished(clientOf(at), id);
      if (done.status !== 'completed') failed.push(done.error);
      else expect(wordsOf(done), `recording ${at}`).toBe(whole[at % RECORDINGS.length]);
    }
    expect(failed).toEqual([]);
    const unfinished = `SELECT id FROM events WHERE status != 'delivered'`;
    await until(async () => (await cluster.query(unfinished)).length === 0);
    const told = receiver.received.map(({ body }) => JSON.parse(body).id);
    expect(told.toSorted()).toEqual(ids.toSorted());
    const left = [
      'SELECT transcription_id FROM windows WHERE done = 0 OR asked IS NOT NULL',
      'SELECT name FROM removals',
      `SELECT id FROM steno_tasks.job WHERE state < 'completed' AND name != 'housekeeping'`,
    ];
    for (const query of left) expect(await cluster.query(query), query).toEqual([]);
    process.stdout.write(`${RESTARTS} restarts, ${ids.length} recordings, seed ${seed}\n`);
  });
});
