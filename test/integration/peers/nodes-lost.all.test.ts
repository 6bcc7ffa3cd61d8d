/**
 * Three services on one database, of which one is killed and one hangs for a while: each recording has the text that one
 * service on SQLite makes of it, nothing is lost, and nothing is stored or sent twice.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient } from '../../../src/shared/client.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose } from '../../helpers/corpus/recordings.ts';
import { finished, startTestApp } from '../../helpers/harness/app.ts';
import { dose } from '../../helpers/harness/dose.ts';
import { type Cluster, makeCluster, type Node } from '../../helpers/harness/nodes.ts';
import { PATIENCE_MS } from '../../helpers/harness/patience.ts';
import { noPostgres, type PostgresServer, startPostgres } from '../../helpers/harness/postgres.ts';
import { until } from '../../helpers/harness/until.ts';
import { startReceiver, type WebhookReceiver } from '../../helpers/servers/webhook-receiver.ts';

const COUNT = dose(6, 20);
const LONG = { timeout: 3 * PATIENCE_MS };
/** As a machine whose clock is seven minutes fast. */
const FAST_CLOCK = {
  NODE_OPTIONS: '--import=data:text/javascript,const%20now=Date.now;Date.now=()=>now()%2B420000',
};

/** Two or three sentences each, no two alike. */
function recordings(): { name: string; bytes: Buffer }[] {
  const [pool, clips] = [loadPool(), clipsIn('en', 3 * COUNT)];
  return Array.from({ length: COUNT }, (_, index) => {
    const part = clips.slice(3 * index, 3 * index + 2 + (index % 2));
    return { name: `${index}.wav`, bytes: asFile(compose(pool, part)).bytes };
  });
}

describe.skipIf(noPostgres !== null)('three services on one database', () => {
  const files = recordings();
  let server: PostgresServer;
  let cluster: Cluster;
  let receiver: WebhookReceiver;
  const expected = new Map<string, unknown>();

  const add = async (client: Client, file: (typeof files)[number], webhook: string | null) => {
    const { url } = await client.uploadFile(new Blob([file.bytes]), file.name);
    const more = webhook === null ? {} : { webhook_url: webhook };
    return (await client.createTranscription({ url, language: 'en', ...more })).id;
  };
  const textOf = async (client: Client, id: string) => {
    const { status, error, result } = await finished(client, id);
    return { status, error, text: result?.text, segments: result?.segments };
  };

  beforeAll(async () => {
    const alone = await startTestApp({ lanes: 1, threads: 1 });
    for (const file of files) {
      expected.set(file.name, await textOf(alone.client, await add(alone.client, file, null)));
    }
    await alone.stop();
    server = await startPostgres();
    cluster = await makeCluster(server);
    receiver = await startReceiver(null);
  });
  afterAll(async () => {
    await cluster?.stop();
    await receiver?.close();
    await server?.stop();
  });

  const worksOn = async ({ client }: Node, name: string): Promise<boolean> => {
    const { services } = await client.listMachines();
    return services.some((it) => it.name === name && it.running > 0);
  };
  const names = async ({ client }: Node) =>
    (await client.listMachines()).services.map(({ name }) => name).sort();

  it('lose nothing when one is killed and one hangs for a while', LONG, async () => {
    const env = { STENO_ALLOW_PRIVATE: '1' };
    const first = await cluster.start('first', env);
    const killed = await cluster.start('killed', env);
    const frozen = await cluster.start('frozen', { ...env, ...FAST_CLOCK });
    const all: Node[] = [first, killed, frozen];
    const ids = new Map<string, string>();
    const heard = new Set<string>();
    (async () => {
      for await (const { event } of frozen.client.events(new AbortController().signal)) {
        if (event.type !== 'transcription') continue;
        if (event.transcription.status === 'completed') heard.add(event.transcription.id);
      }
    })().catch(() => {});
    await first.client.pauseQueue();
    const { key } = await first.client.createKey({ name: 'metered' });
    const told: string[] = [];
    for (const [index, file] of files.entries()) {
      const { client, url: baseUrl } = all[index % 3] ?? first;
      const isMetered = index % 2 === 0;
      const id = isMetered
        ? await add(createClient({ baseUrl, key }), file, null)
        : await add(client, file, receiver.url);
      ids.set(file.name, id);
      if (!isMetered) told.push(id);
    }
    await killed.client.resumeQueue();
    await until(async () => (await worksOn(killed, 'killed')) && (await worksOn(frozen, 'frozen')));
    cluster.freeze(frozen);
    await cluster.kill(killed);
    for (const [name, id] of ids) {
      expect(await textOf(first.client, id), name).toEqual(expected.get(name));
    }
    await until(async () => (await names(first)).join() === 'first');
    cluster.thaw(frozen);
    // It finds that what it held is others' now.
    await until(async () => (await names(first)).join() === 'first,frozen');
    // Its clients have missed nothing.
    await until(() => [...ids.values()].every((id) => heard.has(id)));
    for (const [name, id] of ids) {
      expect(await textOf(frozen.client, id), name).toEqual(expected.get(name));
    }
    await expectOnce(told);
    // Each lasts less than a minute.
    expect(await createClient({ baseUrl: first.url, key }).getUsage()).toMatchObject({
      points_reserved: 0,
      points_spent: ids.size - told.length,
    });
    // What it stores has the time that all have.
    const { url } = await frozen.client.uploadFile(new Blob([files[0]?.bytes ?? '']), 'late.wav');
    const { created_at } = await frozen.client.createTranscription({ url, reuse: false });
    expect(Math.abs(Date.parse(created_at) - Date.now())).toBeLessThan(60_000);
  });

  /** One event for each end, received once unless its sender was lost, and each window transcribed and stored once. */
  const expectOnce = async (ids: readonly string[]) => {
    await until(async () => {
      const left = await cluster.query(`SELECT id FROM events WHERE status = 'sending'`);
      return left.length === 0;
    });
    await pause(100);
    const events = await cluster.query('SELECT transcription_id AS id FROM events');
    expect(events.map(({ id }) => id).sort()).toEqual(ids.toSorted());
    const sent = await cluster.query('SELECT id, outcome FROM deliveries');
    const received = receiver.deliveryIds();
    expect(new Set(received).size).toBe(received.length);
    const ok = sent.filter(({ outcome }) => outcome === 'ok').map(({ id }) => String(id));
    expect(received).toEqual(expect.arrayContaining(ok));
    expect(ok.length + sent.filter(({ outcome }) => outcome === 'interrupted').length).toBe(
      sent.length,
    );
    expect(await cluster.query('SELECT idx FROM windows WHERE done = 0')).toEqual([]);
    expect(await cluster.query('SELECT name FROM removals')).toEqual([]);
  };
});
