/** Services and workers that are killed, frozen and cut off at random: nothing is lost, and nothing is there twice. */
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/main/speakers/grouping/group-voices.ts';
import { createClient } from '../../../src/shared/client.ts';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, shortBytes } from '../../helpers/corpus/recordings.ts';
import { finished, makeTempFolder } from '../../helpers/harness/app.ts';
import { isSoak } from '../../helpers/harness/dose.ts';
import { type Cluster, makeCluster, type Node } from '../../helpers/harness/nodes.ts';
import { noPostgres, type PostgresServer, startPostgres } from '../../helpers/harness/postgres.ts';
import { seed } from '../../helpers/harness/seed.ts';
import { until } from '../../helpers/harness/until.ts';
import { startWorker, type WorkerProcess } from '../../helpers/harness/worker-process.ts';
import { type Balancer, startBalancer } from '../../helpers/servers/balancer.ts';
import { startReceiver, type WebhookReceiver } from '../../helpers/servers/webhook-receiver.ts';

const FAULTS = Number(process.env['STENO_FAULTS'] ?? 60);
const LONG = { timeout: 3 * 3_600_000 };
const SERVICES = ['one', 'two', 'three'];
const WORKERS = ['helper', 'other helper'];
/** The second is cut into half a dozen windows. */
const RECORDINGS = [
  { name: 'short.mp3', bytes: shortBytes() },
  { name: 'long.wav', bytes: asFile(compose(loadPool(), clipsIn('en', 22))).bytes },
];
/** What is added before each fault, by its place in `RECORDINGS`. The first is paid for; the others are told of. */
const ADDED = [0, 0, 1];

/** Half an hour of it: only in `npm run soak`. */
describe.runIf(isSoak && noPostgres === null)(`with seed ${seed}`, () => {
  let server: PostgresServer;
  let cluster: Cluster;
  let receiver: WebhookReceiver;
  let balancer: Balancer;
  let key = '';
  let worker = { url: '', key: '' };
  const random = seededRandom(seed);
  const services = new Map<string, Node>();
  const workers = new Map<string, WorkerProcess>();
  const folders = new Map<string, string>();

  const startOne = async (name: string) => {
    const env = { STENO_ALLOW_PRIVATE: '1', STENO_LOG: 'fatal', STENO_PUBLIC_URL: balancer.url };
    services.set(name, await cluster.start(name, env));
  };
  const enlist = async (name: string) => {
    const dataDir = folders.get(name) ?? (await makeTempFolder());
    folders.set(name, dataDir);
    workers.set(name, await startWorker(worker, { name, dataDir }));
  };

  beforeAll(async () => {
    server = await startPostgres();
    cluster = await makeCluster(server);
    receiver = await startReceiver(null);
    balancer = await startBalancer(() => [...services.values()].map(({ local }) => local));
    for (const name of SERVICES) await startOne(name);
    const { client } = aService();
    key = (await client.createKey({ name: 'metered' })).key;
    worker = {
      url: balancer.url,
      key: (await client.createKey({ name: 'w', scope: 'worker' })).key,
    };
    for (const name of WORKERS) await enlist(name);
  });
  afterAll(async () => {
    for (const one of workers.values()) await one.kill();
    balancer?.close();
    await cluster?.stop();
    await receiver?.close();
    await server?.stop();
    for (const folder of folders.values()) await rm(folder, { recursive: true, force: true });
  });

  const aService = (except = ''): Node => {
    const [, node] = [...services].find(([name]) => name !== except) ?? [];
    if (!node) throw new Error('Nothing runs.');
    return node;
  };
  const add = async ({ client, local: baseUrl }: Node, place: number): Promise<string> => {
    const isPaid = place === 0;
    const by = isPaid ? createClient({ baseUrl, key }) : client;
    const { name, bytes } = RECORDINGS[ADDED[place] ?? 0] ?? { name: '', bytes: Buffer.alloc(0) };
    const { url } = await by.uploadFile(new Blob([new Uint8Array(bytes)]), name);
    const told = isPaid ? {} : { webhook_url: receiver.url };
    return (await by.createTranscription({ url, language: 'en', reuse: false, ...told })).id;
  };
  const addAll = async (node: Node) => {
    const ids: string[] = [];
    for (const place of ADDED.keys()) ids.push(await add(node, place));
    return ids;
  };
  const wordsOf = ({ result }: Transcription) => JSON.stringify(result?.segments);

  const strikeService = async (name: string) => {
    const node = services.get(name);
    if (!node) return;
    if (random() < 0.7) {
      services.delete(name);
      await cluster.kill(node);
      await pause(random() * 2_000);
      await startOne(name);
    } else {
      cluster.freeze(node);
      await pause(random() * 30_000);
      cluster.thaw(node);
    }
  };
  const strikeWorker = async (name: string) => {
    const how = random();
    const one = workers.get(name);
    if (how < 0.2) balancer.cut();
    else if (how < 0.7) {
      await one?.kill();
      await pause(random() * 2_000);
      await enlist(name);
    } else {
      one?.freeze();
      await pause(random() * 30_000);
      one?.thaw();
    }
  };

  it('ends each recording once, with the same text', LONG, async () => {
    const whole: string[] = [];
    const ids = await addAll(aService());
    for (const id of ids) whole.push(wordsOf(await finished(aService().client, id)));
    for (let fault = 0; fault < FAULTS; fault++) {
      const [name = ''] = [...SERVICES, ...WORKERS].toSorted(() => random() - 0.5);
      ids.push(...(await addAll(aService(name))));
      await pause(random() * 3_000);
      await (SERVICES.includes(name) ? strikeService(name) : strikeWorker(name));
      if ((fault + 1) % 25 === 0) process.stdout.write(`${fault + 1} faults, seed ${seed}\n`);
    }
    const last = aService();
    const failed: (string | undefined)[] = [];
    let [spent, helped] = [0, 0];
    for (const [at, id] of ids.entries()) {
      const done = await finished(last.client, id);
      if (done.status !== 'completed') {
        failed.push(done.error?.code);
        continue;
      }
      expect(wordsOf(done), `recording ${at}`).toBe(whole[at % ADDED.length]);
      if (at % ADDED.length === 0) spent++;
      if (done.result?.provenance?.machines?.some((one) => WORKERS.includes(one))) helped++;
    }
    expect(failed.filter((code) => code !== 'crashed_repeatedly')).toEqual([]);
    expect(helped).toBeGreaterThan(0);
    await until(
      async () =>
        (await cluster.query(`SELECT id FROM events WHERE status = 'sending'`)).length === 0,
    );
    const events = await cluster.query('SELECT transcription_id AS id FROM events');
    const told = ids.filter((_, at) => at % ADDED.length !== 0);
    expect(events.map(({ id }) => id).sort()).toEqual(told.sort());
    const received = receiver.deliveryIds();
    expect(new Set(received).size).toBe(received.length);
    const left = [
      'SELECT transcription_id FROM windows WHERE done = 0',
      'SELECT name FROM removals',
      `SELECT id FROM transcriptions WHERE status IN ('queued', 'processing')`,
    ];
    for (const query of left) expect(await cluster.query(query), query).toEqual([]);
    // What is paid for lasts less than a minute.
    expect(await createClient({ baseUrl: last.local, key }).getUsage()).toMatchObject({
      points_reserved: 0,
      points_spent: spent,
    });
    const sum = `${ids.length} recordings, ${helped} with workers, ${failed.length} failed`;
    process.stdout.write(`${FAULTS} faults: ${sum}, seed ${seed}\n`);
  });
});
