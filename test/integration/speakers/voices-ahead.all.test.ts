import { writeFileSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startNodeTask } from '../../../src/main/child-tasks/node-task.ts';
import type { Child } from '../../../src/main/processes/child-process.ts';
import type { LabelRequest } from '../../../src/main/speakers/labeling.ts';
import {
  type EmbedAheadRequest,
  embedAhead,
} from '../../../src/main/speakers/neural/embedded-ahead.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { startTestApp, type TestTasks, transcribe } from '../../helpers/harness/app.ts';

let origin: Awaited<ReturnType<typeof serveRecordings>>;

beforeAll(async () => {
  const pool = loadPool();
  const clips = clipsIn('en', 60);
  origin = await serveRecordings({
    '/long.wav': asFile(compose(pool, clips)).bytes,
    '/short.wav': asFile(compose(pool, clips.slice(0, 8))).bytes,
  });
});
afterAll(() => origin.close());

type EmbedChild = Child<EmbedAheadRequest, number>;

/** An embedding process that does nothing until it is ended, and what becomes of it. */
function waiting() {
  const asked = Promise.withResolvers<EmbedAheadRequest>();
  const ended = Promise.withResolvers<string>();
  const embed = (): EmbedChild => ({
    post: asked.resolve,
    onMessage: () => {},
    onEnd: (listener) => void ended.promise.then(listener),
    kill: () => ended.resolve('SIGKILL'),
  });
  return { embed, asked: asked.promise, ended: ended.promise };
}

/** What the job made of the recording; `beforeLabeling` is called with the labeling process's request. */
async function labeled(
  name: string,
  embed: NonNullable<TestTasks['embed']>,
  beforeLabeling: (request: LabelRequest) => Promise<void> = async () => {},
) {
  const label: NonNullable<TestTasks['label']> = () => {
    const child = startNodeTask('label');
    return {
      ...child,
      post: (request) => void beforeLabeling(request).then(() => child.post(request)),
    };
  };
  const app = await startTestApp({}, { tasks: { embed, label } });
  try {
    const done = await transcribe(app.client, { url: `${origin.url}/${name}.wav`, language: 'en' });
    expect(done.status).toBe('completed');
    const { segments, diarization } = done.result ?? {};
    return { diarization, words: segments?.map(({ id: _id, ...segment }) => segment) };
  } finally {
    await app.stop();
  }
}

test('voices embedded while words are transcribed give the same labels as embedded afterwards', async () => {
  const { embed, asked } = waiting();
  let rows = Buffer.alloc(0);
  const late = await labeled('long', embed, async () => {
    const request = await asked;
    await embedAhead(request, () => {});
    rows = await readFile(request.ahead);
    await rm(request.ahead);
  });
  const embedHalf = (): EmbedChild => ({
    ...waiting().embed(),
    post: ({ ahead }) => writeFileSync(ahead, rows.subarray(0, rows.length / 2)),
  });
  const found: number[] = [];
  const half = await labeled('long', embedHalf, async ({ source }) => {
    if (source.kind === 'samples') found.push((await stat(source.ahead ?? '')).size);
  });
  expect(found).toEqual([Math.floor(rows.length / 2)]);
  expect(half).toEqual(late);
  expect(await labeled('long', () => startNodeTask('embed'))).toEqual(late);
});

test('where the process dies, they are embedded afterwards', async () => {
  let died = 0;
  const dead = await labeled('long', () => {
    const child = startNodeTask('embed');
    const post = () => {
      died++;
      child.kill();
    };
    return { ...child, post };
  });
  expect(died).toBeGreaterThan(0);
  expect(dead.diarization).toMatchObject({ method: 'neural' });
});

test('of a short recording nothing is embedded ahead', async () => {
  let started = 0;
  await labeled('short', () => {
    started++;
    return waiting().embed();
  });
  expect(started).toBe(0);
});

test.each(['canceled', 'stopped'])('a job that is %s ends the process', async (how) => {
  const { embed, asked, ended } = waiting();
  const app = await startTestApp({}, { tasks: { embed } });
  try {
    const url = `${origin.url}/long.wav`;
    const { id } = await app.client.createTranscription({ url, language: 'en' });
    await asked;
    if (how === 'canceled') await app.client.cancelTranscription(id);
  } finally {
    await app.stop();
  }
  expect(await ended).toBe('SIGKILL');
});
