/** Workers and several services: any of them takes a claim, a sign of life and the words, whoever gave the window. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose } from '../../helpers/corpus/recordings.ts';
import { writeProgram } from '../../helpers/engines/engine-programs.ts';
import { answerAll, waitingEngine } from '../../helpers/engines/fake-engine.ts';
import { finished, makeTempFolder } from '../../helpers/harness/app.ts';
import { type Cluster, makeCluster, type Node } from '../../helpers/harness/nodes.ts';
import { given, playWorker, SILENCE } from '../../helpers/harness/played-worker.ts';
import { noPostgres, type PostgresServer, startPostgres } from '../../helpers/harness/postgres.ts';
import { until } from '../../helpers/harness/until.ts';

/** Cut into half a dozen windows. */
const long = asFile(compose(loadPool(), clipsIn('en', 22)));

describe.skipIf(noPostgres !== null)('two services on one database', () => {
  let server: PostgresServer;
  let cluster: Cluster;
  let front: Node;
  let back: Node;
  let gate: string;
  let key: string;

  beforeAll(async () => {
    server = await startPostgres();
    cluster = await makeCluster(server);
    const folder = await makeTempFolder();
    gate = join(folder, 'gate');
    const engine = await writeProgram(join(folder, 'engine'), waitingEngine(gate));
    front = await cluster.start('front', { STENO_ENGINE: engine, STENO_NO_WORK: '1' });
    back = await cluster.start('back', { STENO_ENGINE: engine });
    ({ key } = await front.client.createKey({ name: 'worker', scope: 'worker' }));
  });
  afterAll(async () => {
    await cluster?.stop();
    await server?.stop();
  });

  it('serve a worker as one', async () => {
    const [there, here] = [front, back].map(({ local }) => playWorker({ url: local, key }, 'one'));
    if (!there || !here) return;
    const { url } = await front.client.uploadFile(new Blob([long.bytes]), 'long.wav');
    const { id } = await front.client.createTranscription({ url, language: 'en' });

    const task = given(await there.claim());
    expect(await here.beat([task])).toEqual([]);
    await here.answer(task, SILENCE);
    await expect(there.answer(task, SILENCE)).rejects.toThrow('another’s by now');

    // Nobody says that whoever has this one lives.
    const silent = given(await here.claim());
    const again = await until(async () => {
      const next = given(await there.claim());
      return next.task === silent.task ? next : null;
    });
    expect(again.attempt).toBe(silent.attempt + 1);
    expect(await there.beat([silent])).toEqual([{ task: silent.task, attempt: silent.attempt }]);
    await expect(here.answer(silent, SILENCE)).rejects.toThrow('another’s by now');

    answerAll(gate);
    await there.answer(again, SILENCE);
    const done = await finished(front.client, id);
    expect(done.status).toBe('completed');
    expect(done.result?.provenance?.machines).toEqual(['one']);
    await until(async () => {
      const { data } = await back.client.listMachines();
      return data.length > 0;
    });
  });
});
