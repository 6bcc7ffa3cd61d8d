/** Services on one database that are killed, frozen and cut off at random: nothing is lost, and nothing is there twice. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/main/speakers/grouping/group-voices.ts';
import { createClient } from '../../../src/shared/client.ts';
import { shortBytes } from '../../helpers/corpus/recordings.ts';
import { finished } from '../../helpers/harness/app.ts';
import { isSoak } from '../../helpers/harness/dose.ts';
import { type Cluster, makeCluster, type Node } from '../../helpers/harness/nodes.ts';
import { noPostgres, type PostgresServer, startPostgres } from '../../helpers/harness/postgres.ts';
import { seed } from '../../helpers/harness/seed.ts';
import { until } from '../../helpers/harness/until.ts';
import { startReceiver, type WebhookReceiver } from '../../helpers/servers/webhook-receiver.ts';

const FAULTS = Number(process.env['STENO_FAULTS'] ?? 60);
const LONG = { timeout: 3_600_000 };

/** Half an hour of it: only in `npm run soak`. */
describe.runIf(isSoak && noPostgres === null)(`with seed ${seed}`, () => {
  let server: PostgresServer;
  let cluster: Cluster;
  let receiver: WebhookReceiver;
  const random = seededRandom(seed);
  const names = ['one', 'two', 'three'];
  const running = new Map<string, Node>();
  const start = async (name: string) => {
    const env = { STENO_ALLOW_PRIVATE: '1', STENO_LOG: 'fatal' };
    running.set(name, await cluster.start(name, env));
  };

  beforeAll(async () => {
    server = await startPostgres();
    cluster = await makeCluster(server);
    receiver = await startReceiver(null);
    for (const name of names) await start(name);
  });
  afterAll(async () => {
    await cluster?.stop();
    await receiver?.close();
    await server?.stop();
  });

  let key = '';
  const add = async ({ client, url: baseUrl }: Node, isMetered: boolean): Promise<string> => {
    const by = isMetered ? createClient({ baseUrl, key }) : client;
    const { url } = await by.uploadFile(new Blob([shortBytes()]), 'short.mp3');
    const wanted = { url, language: 'en', reuse: false };
    const told = isMetered ? {} : { webhook_url: receiver.url };
    return (await by.createTranscription({ ...wanted, ...told })).id;
  };

  it('ends each recording once, with the same text', LONG, async () => {
    const ids: string[] = [];
    key = (await running.get('one')?.client.createKey({ name: 'metered' }))?.key ?? '';
    for (let fault = 0; fault < FAULTS; fault++) {
      const [name = ''] = names.toSorted(() => random() - 0.5);
      const node = running.get(name);
      const other = [...running].find(([it]) => it !== name)?.[1];
      if (!node || !other) continue;
      for (let n = 0; n < 3; n++) ids.push(await add(other, n === 0));
      await pause(random() * 3_000);
      if (random() < 0.7) {
        await cluster.kill(node);
        running.delete(name);
        await pause(random() * 2_000);
        await start(name);
      } else {
        cluster.freeze(node);
        await pause(random() * 30_000);
        cluster.thaw(node);
      }
    }
    const [last] = [...running.values()];
    if (!last) throw new Error('Nothing runs.');
    const texts = new Set<string | undefined>();
    const failed: (string | undefined)[] = [];
    let spent = 0;
    for (const [at, id] of ids.entries()) {
      const { status, error, result } = await finished(last.client, id);
      if (status === 'completed') {
        texts.add(JSON.stringify(result?.segments));
        if (at % 3 === 0) spent++;
      } else failed.push(error?.code);
    }
    expect(texts.size).toBe(1);
    expect(failed.filter((code) => code !== 'crashed_repeatedly')).toEqual([]);
    await until(
      async () =>
        (await cluster.query(`SELECT id FROM events WHERE status = 'sending'`)).length === 0,
    );
    const events = await cluster.query('SELECT transcription_id AS id FROM events');
    expect(events.map(({ id }) => id).sort()).toEqual(ids.filter((_, at) => at % 3 !== 0).sort());
    const received = receiver.deliveryIds();
    expect(new Set(received).size).toBe(received.length);
    const left = [
      'SELECT transcription_id FROM windows WHERE done = 0',
      'SELECT name FROM removals',
      `SELECT id FROM transcriptions WHERE status IN ('queued', 'processing')`,
    ];
    for (const query of left) expect(await cluster.query(query), query).toEqual([]);
    // Each lasts less than a minute.
    expect(await createClient({ baseUrl: last.url, key }).getUsage()).toMatchObject({
      points_reserved: 0,
      points_spent: spent,
    });
    process.stdout.write(`${ids.length} recordings, ${failed.length} failed, seed ${seed}\n`);
  });
});
