/** Several services on one database: what happens at one is known at all, and any of them answers any request. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../src/shared/client.ts';
import { createClient } from '../../../src/shared/client.ts';
import type { ServerEvent } from '../../../src/shared/server-event.ts';
import { shortBytes } from '../../helpers/corpus/recordings.ts';
import { hangingEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { type Cluster, makeCluster, type Node } from '../../helpers/harness/nodes.ts';
import { noPostgres, type PostgresServer, startPostgres } from '../../helpers/harness/postgres.ts';
import { runSteno } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';

/** What a proxy in front of all of them is called. */
const PROXY = 'http://steno.test:4717';

describe.skipIf(noPostgres !== null)('two services on one database', () => {
  let server: PostgresServer;
  let cluster: Cluster;
  /** Answers only, and works. */
  let [front, back]: Node[] = [];
  let engine: string;
  const at = (node: Node | undefined): Node => {
    if (!node) throw new Error('It was not started.');
    return node;
  };

  beforeAll(async () => {
    server = await startPostgres();
    cluster = await makeCluster(server);
    engine = await writeProgram(join(await makeTempFolder(), 'engine'), hangingEngine);
    const env = { STENO_ENGINE: engine, STENO_PUBLIC_URL: PROXY, STENO_ALLOW_PRIVATE: '1' };
    front = await cluster.start('front', { ...env, STENO_NO_WORK: '1' });
    back = await cluster.start('back', env);
  });
  afterAll(async () => {
    await cluster?.stop();
    await server?.stop();
  });

  const add = async (client: Client): Promise<string> => {
    const { url } = await client.uploadFile(new Blob([shortBytes()]), 'short.mp3');
    return (await client.createTranscription({ url, language: 'en' })).id;
  };
  const untilTranscribing = async (client: Client, id: string) =>
    until(async () => (await client.getTranscription(id)).stage === 'transcribing');

  it('lets the one that works take what was asked of the other, and stops it from there', async () => {
    const { client } = at(front);
    const id = await add(client);
    await untilTranscribing(client, id);
    const works = async () => (await client.listMachines()).services.filter((it) => it.running > 0);
    await until(async () => (await works()).length > 0);
    expect((await works()).map(({ name }) => name)).toEqual(['back']);
    expect((await client.cancelTranscription(id)).error?.code).toBe('canceled');
    // Nothing of it runs any more, and nothing is left.
    expect(existsSync(join(cluster.dataDir, 'work', id))).toBe(false);
    expect(await cluster.query('SELECT * FROM removals')).toEqual([]);
    const deleted = await add(client);
    await untilTranscribing(client, deleted);
    await client.deleteTranscription(deleted);
    expect(await readdir(join(cluster.dataDir, 'work'))).toEqual([]);
  });

  it('tells clients of one what happens at the other, and who comes from there everything', async () => {
    const over = new AbortController();
    const seen: ServerEvent[] = [];
    let last = '';
    const listening = (async () => {
      for await (const { id, event } of at(front).client.events(over.signal)) {
        seen.push(event);
        last = id ?? last;
      }
    })().catch(() => {});
    await until(() => seen.length > 0);
    const id = await add(at(back).client);
    await until(() =>
      seen.some((it) => it.type === 'transcription' && it.transcription.stage === 'transcribing'),
    );
    await at(back).client.deleteTranscription(id);
    await until(() => seen.some((it) => it.type === 'transcription_deleted' && it.id === id));
    over.abort();
    await listening;
    const again = new AbortController();
    for await (const { event } of at(back).client.events(again.signal, { lastEventId: last })) {
      expect(event.type).toBe('reload');
      break;
    }
    again.abort();
  });

  it('signs in at one with a link of the other, and out at both', async () => {
    const { url } = await at(front).client.createSignInLink();
    const there = at(back).local;
    const answer = await fetch(there + new URL(url).pathname + new URL(url).search);
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(cookie).toMatch(/^steno_session_4717=/);
    const sessions = async (base: string) =>
      (await fetch(`${base}/v1/sessions`, { headers: { cookie } })).status;
    expect([await sessions(at(front).local), await sessions(there)]).toEqual([200, 200]);
    // The code is good once.
    expect((await fetch(there + new URL(url).pathname + new URL(url).search)).status).toBe(401);
    const live = await fetch(`${at(front).local}/v1/events`, { headers: { cookie } });
    const ended = (async () => {
      for await (const _ of live.body ?? []);
    })();
    await at(back).client.endSessions();
    await ended;
    expect([await sessions(at(front).local), await sessions(there)]).toEqual([401, 401]);
  });

  it('knows settings and keys everywhere', async () => {
    await at(back).client.updateSettings({ keep_recordings_days: 7 });
    expect((await at(front).client.getSettings()).keep_recordings_days).toBe(7);
    const { key, id } = await at(back).client.createKey({ name: 'one', scope: 'own' });
    const mine = createClient({ baseUrl: at(front).local, key });
    expect((await mine.listTranscriptions()).data).toEqual([]);
    await at(front).client.revokeKey(id);
    await expect(
      createClient({ baseUrl: at(back).local, key }).listTranscriptions(),
    ).rejects.toThrow(/key/);
  });

  it('lists all of them, and counts the same at each', async () => {
    const seen = async () => {
      const { services } = await at(front).client.listMachines();
      return services.map(({ name, works, here, running }) => ({ name, works, here, running }));
    };
    await until(async () => (await seen()).every(({ running }) => running === 0));
    expect(await seen()).toEqual([
      { name: 'front', works: false, here: true, running: 0 },
      { name: 'back', works: true, here: false, running: 0 },
    ]);
    const figures = async (node: Node) => {
      const { key } = await node.client.createKey({ name: 'figures', scope: 'read' });
      const headers = { authorization: `Bearer ${key}` };
      const text = await (await fetch(`${node.local}/metrics`, { headers })).text();
      return text.split('\n').filter((line) => /^steno_(?:transcriptions|services)\b/.test(line));
    };
    expect(await figures(at(front))).toEqual(await figures(at(back)));
    expect(await figures(at(front))).toContain('steno_services 2');
    expect((await fetch(`${at(front).local}/health/ready`)).status).toBe(200);
  });

  it('refuses a third one that has its files elsewhere', async () => {
    const env = { STENO_DATABASE: cluster.url };
    const other = await makeTempFolder();
    const args = ['serve', '--port', '0', '--data', other];
    const { code, stderr } = await runSteno(args, env);
    expect(code).toBe(3);
    expect(stderr).toMatch(/^steno: The PostgreSQL database belongs to another data folder/);
    expect(await readdir(other)).toEqual([]);
  });

  it('says when none is left that works', async () => {
    const { client } = at(front);
    const id = await add(client);
    await untilTranscribing(client, id);
    expect(await client.getQueue()).toMatchObject({ working: 1 });
    await cluster.kill(at(back));
    await until(async () => (await client.getQueue()).working === 0);
    const left = { running: 0, waiting: 1, working: 0, left_seconds: null };
    await until(async () => (await client.getTranscription(id)).status === 'queued');
    expect(await client.getQueue()).toMatchObject(left);
  });
});
