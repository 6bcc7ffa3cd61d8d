/**
 * Workers that answer twice, nonsense, never, too late or under a wrong attempt, at random, beside people who cancel and
 * delete, and a database that is started again: every recording ends as it should, each window is stored once, and
 * nothing stays held.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/main/speakers/grouping/group-voices.ts';
import type { Task } from '../../../src/main/worker/task-client.ts';
import { ApiError } from '../../../src/shared/client.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose } from '../../helpers/corpus/recordings.ts';
import { quickEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { finished, makeTempFolder } from '../../helpers/harness/app.ts';
import { dose } from '../../helpers/harness/dose.ts';
import { type Cluster, makeCluster, type Node } from '../../helpers/harness/nodes.ts';
import { PATIENCE_MS } from '../../helpers/harness/patience.ts';
import { FAILURE, playWorker, SILENCE } from '../../helpers/harness/played-worker.ts';
import { noPostgres, type PostgresServer, startPostgres } from '../../helpers/harness/postgres.ts';
import { seed } from '../../helpers/harness/seed.ts';
import { until } from '../../helpers/harness/until.ts';

const RECORDINGS = dose(10, 60);
const WORKERS = 5;
/** Cut into half a dozen windows. */
const long = asFile(compose(loadPool(), clipsIn('en', 22)));

describe.skipIf(noPostgres !== null)('workers that do as they like', () => {
  const random = seededRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('There is nothing to choose from.');
    return item;
  };
  let server: PostgresServer;
  let cluster: Cluster;
  let nodes: Node[];
  beforeEach(async () => {
    server = await startPostgres();
    cluster = await makeCluster(server);
    const engine = await writeProgram(`${await makeTempFolder()}/engine`, quickEngine);
    const env = { STENO_ENGINE: engine, STENO_LOG: 'silent' };
    nodes = [await cluster.start('one', env), await cluster.start('two', env)];
  });
  afterEach(async () => {
    await cluster?.stop();
    await server?.stop();
  });

  /** What a service answers with an error of its own, apart from that the database is away. */
  const faults: unknown[] = [];
  const tried = async (work: Promise<unknown>): Promise<void> => {
    await work.catch((error: unknown) => {
      if (error instanceof ApiError && error.status >= 500 && error.status !== 503) {
        faults.push(error);
      }
    });
  };
  type Worker = ReturnType<typeof playWorker>;
  const wrong = (task: Task) => ({ ...task, attempt: task.attempt + 1 });
  const deeds: ((task: Task, here: Worker, there: Worker) => Promise<void>)[] = [
    (task, here) => tried(here.answer(task, SILENCE)),
    (task, here, there) =>
      Promise.all([here, there, here].map((one) => tried(one.answer(task, SILENCE)))).then(),
    (task, here) => tried(here.answer(task, FAILURE)),
    (task, here) =>
      tried(here.post(`/v1/tasks/${task.task}/${task.attempt}`, { ...here.hello, result: [] })),
    async () => {},
    (task, here) => tried(here.answer(wrong(task), SILENCE)),
    (task, here, there) => tried(there.beat([wrong(task), task]).then(() => here.beat([task]))),
    async (task, here, there) => {
      await tried(here.answer(task, FAILURE));
      await tried(there.answer(task, SILENCE));
    },
  ];

  it('spoil no recording', { timeout: 4 * PATIENCE_MS }, async () => {
    const [one, two] = [nodes[0], nodes[1]] as [Node, Node];
    const { key } = await one.client.createKey({ name: 'worker', scope: 'worker' });
    const over = new AbortController();
    const kept: Task[] = [];
    const work = async (name: string): Promise<void> => {
      const at = ({ local }: Node) => playWorker({ url: local, key }, name);
      while (!over.signal.aborted) {
        // Another run of it each time: one that failed would wait.
        const [here, there] = random() < 0.5 ? [at(one), at(two)] : [at(two), at(one)];
        const task = await here.claim(over.signal).catch(() => null);
        if (!task) continue;
        kept.push(task);
        await pick(deeds)(task, here, there);
        // Long after it was somebody else's.
        if (random() < 0.3) await tried(there.answer(pick(kept), SILENCE));
      }
    };
    const working = Promise.all(Array.from({ length: WORKERS }, (_, at) => work(`w${at}`)));

    const { url } = await one.client.uploadFile(new Blob([long.bytes]), 'long.wav');
    const ids: string[] = [];
    const [canceled, deleted] = [new Set<string>(), new Set<string>()];
    for (let at = 0; at < RECORDINGS; at++) {
      const { client } = pick(nodes);
      const { id } = await client.createTranscription({ url, language: 'en', reuse: false });
      ids.push(id);
      const end = random();
      if (end < 0.6) continue;
      await until(async () => (await client.getTranscription(id)).status !== 'queued');
      await pause(random() * 500);
      const isOver = (error: unknown) => {
        if (!(error instanceof ApiError) || error.status !== 409) throw error;
      };
      if (end < 0.8) {
        await client.cancelTranscription(id).then(() => canceled.add(id), isOver);
      } else {
        await client.deleteTranscription(id);
        deleted.add(id);
      }
      if (at % 4 === 3) await server.restart();
    }
    for (const id of ids.filter((one) => !deleted.has(one))) {
      const done = await finished(two.client, id);
      expect(done.status, id).toBe(canceled.has(id) ? 'failed' : 'completed');
      const lacking = done.warnings.filter(({ code }) => code === 'part_failed');
      expect(lacking, id).toEqual([]);
    }
    over.abort(new Error('It is over.'));
    await working;
    expect(faults).toEqual([]);
    const left = await cluster.query(
      `SELECT id FROM steno_tasks.job WHERE state < 'completed' AND name <> 'housekeeping'`,
    );
    expect(left).toEqual([]);
    const twice = await cluster.query(
      `SELECT transcription_id FROM segments GROUP BY transcription_id, start_ms HAVING count(*) > 1`,
    );
    expect(twice).toEqual([]);
  });
});
