/** Services on one database with their recordings in one bucket: each has a data folder of its own. */
import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveRecordings, shortBytes } from '../../helpers/corpus/recordings.ts';
import { hangingEngine, quickEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { finished, makeTempFolder } from '../../helpers/harness/app.ts';
import { type Cluster, makeCluster, type Node } from '../../helpers/harness/nodes.ts';
import { noPostgres, type PostgresServer, startPostgres } from '../../helpers/harness/postgres.ts';
import { until } from '../../helpers/harness/until.ts';
import { MODEL, startLlmServer } from '../../helpers/servers/llm-servers.ts';
import { type S3Server, startS3Server } from '../../helpers/servers/s3-server.ts';

describe.skipIf(noPostgres !== null)('services with a folder each', () => {
  let server: PostgresServer;
  let bucket: S3Server;
  let cluster: Cluster;
  let origin: Awaited<ReturnType<typeof serveRecordings>>;
  const folders: string[] = [];
  beforeAll(async () => {
    server = await startPostgres();
    bucket = await startS3Server();
    cluster = await makeCluster(server);
    origin = await serveRecordings({ '/short.mp3': shortBytes() });
  });
  afterAll(async () => {
    await cluster?.stop();
    await origin?.close();
    await bucket?.[Symbol.asyncDispose]();
    await server?.stop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  const start = async (
    name: string,
    engine: typeof quickEngine,
    known: string | null = null,
  ): Promise<Node> => {
    const folder = known ?? (await makeTempFolder());
    if (known === null) folders.push(folder);
    const program = await writeProgram(join(await makeTempFolder(), 'engine'), engine);
    const env = {
      STENO_ENGINE: program,
      STENO_ALLOW_PRIVATE: '1',
      STENO_STORAGE: 's3://media/nodes',
      AWS_ENDPOINT_URL_S3: bucket.endpoint,
      AWS_ACCESS_KEY_ID: 'AKIATEST',
      AWS_SECRET_ACCESS_KEY: 'hush+hush/',
    };
    return cluster.start(name, env, folder);
  };

  it('transcribe what another was given or has fetched, and continue when it is gone', async () => {
    const first = await start('first', hangingEngine);
    const { client } = first;
    const { url } = await client.uploadFile(new Blob([shortBytes()]), 'short.mp3');
    const wanted = [url, `${origin.url}/short.mp3`];
    const ids: string[] = [];
    for (const one of wanted) {
      ids.push((await client.createTranscription({ url: one, language: 'en' })).id);
    }
    for (const id of ids) {
      await until(async () => (await client.getTranscription(id)).stage === 'transcribing');
    }
    const second = await start('second', quickEngine);
    await cluster.kill(first);
    const third = await start('third', quickEngine);
    const texts = new Set<string | undefined>();
    for (const id of ids) {
      const { status, error, result } = await finished(third.client, id);
      expect([status, error]).toEqual(['completed', null]);
      texts.add(result?.text);
      for (const node of [second, third]) {
        expect((await node.client.getWaveform(id)).length).toBeGreaterThan(0);
      }
    }
    expect(texts.size).toBe(1);
    for (const folder of folders.slice(1)) {
      expect(readdirSync(folder, { recursive: true }).map(String)).not.toContain('recordings');
    }
    // What it had begun is of no use once it is back.
    const work = () => readdirSync(join(folders[0] ?? '', 'work'));
    expect(work()).not.toEqual([]);
    await start('first again', quickEngine, folders[0]);
    await until(() => work().length === 0);
    await stopsTranslating(ids[0] ?? '', [second, third]);
    await second.client.deleteTranscription(ids[1] ?? '');
    expect(bucket.keys().filter((key) => key.includes(ids[1] ?? ''))).toEqual([]);
  });

  /** Whichever of them translates, what is deleted at either is asked of the model no more. */
  const stopsTranslating = async (id: string, nodes: Node[]): Promise<void> => {
    const llm = await startLlmServer('ollama', { reply: () => 'hang' });
    const [{ client }] = nodes as [Node];
    await client.updateSettings({ llm: { kind: 'ollama', base_url: llm.url, model: MODEL } });
    for (const [index, node] of nodes.entries()) {
      await client.createTranslation(id, { language: 'de' });
      await until(() => llm.questions.length > index);
      await node.client.deleteTranslation(id, 'de');
      await until(() => llm.brokenOff() > index);
    }
    await llm.close();
  };
});
