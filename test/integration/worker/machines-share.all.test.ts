/** Other machines transcribe windows of a recording, and its text is what one machine alone makes of it. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import {
  hangingEngine,
  quickEngine,
  recordingEngine,
  writeProgram,
} from '../../helpers/engines/engine-programs.ts';
import { answerAll, waitingEngine } from '../../helpers/engines/fake-engine.ts';
import { transcribedWindows } from '../../helpers/engines/recording-engine.ts';
import { finished, makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { isSoak } from '../../helpers/harness/dose.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';
import { until } from '../../helpers/harness/until.ts';
import { startWorker, type WorkerProcess } from '../../helpers/harness/worker-process.ts';

/** Cut into half a dozen windows. */
const long = asFile(compose(loadPool(), clipsIn('en', 22)));
let origin: Awaited<ReturnType<typeof serveRecordings>>;
let folder: string;
let engine: string;
const workers: WorkerProcess[] = [];

beforeAll(async () => {
  origin = await serveRecordings({ '/long.wav': long.bytes });
  folder = await makeTempFolder();
  engine = await writeProgram(join(folder, 'engine'), quickEngine);
});
afterAll(() => origin.close());

type Shared = { app: TestApp; service: { url: string; key: string }; whole: Transcription };

/** A service with one lane whose engine is `command`, for all tests around; `whole` is what it makes alone. */
function shareService(command: typeof quickEngine): Shared {
  const shared = {} as Shared;
  beforeAll(async () => {
    const engineFile = await writeProgram(join(folder, 'own-engine'), command);
    const parts = { tasks: ONE_VOICE };
    const app = await startTestApp({ engineFile, lanes: 1, threads: 1 }, parts);
    const { key } = await app.client.createKey({ name: 'worker', scope: 'worker' });
    Object.assign(shared, {
      app,
      service: { url: app.url, key },
      whole: await transcribeOnce(app),
    });
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.stop();
    await until(async () => (await machines(shared.app)).length === 0);
  });
  afterAll(() => shared.app.stop());
  return shared;
}

const begin = async ({ client }: TestApp) =>
  (await client.createTranscription({ url: `${origin.url}/long.wav`, language: 'en' })).id;
const transcribeOnce = async (app: TestApp) => finished(app.client, await begin(app));
const machines = async ({ client }: TestApp) => (await client.listMachines()).data;
const helps = (app: TestApp) =>
  until(async () => (await machines(app)).some(({ busy }) => busy > 0));
const textOf = ({ result }: Transcription) => ({
  text: result?.text,
  segments: result?.segments,
  structured: result?.structured,
});

async function enlist(
  service: { url: string; key: string },
  options: Parameters<typeof startWorker>[1],
): Promise<WorkerProcess> {
  const worker = await startWorker(service, options);
  workers.push(worker);
  await worker.joined();
  return worker;
}

test('one that comes while a recording is under way helps with the rest of it', async () => {
  const gate = join(folder, 'gate');
  const engineFile = await writeProgram(join(folder, 'waiting-engine'), waitingEngine(gate));
  const app = await startTestApp({ engineFile, lanes: 1, threads: 1 }, { tasks: ONE_VOICE });
  const { key } = await app.client.createKey({ name: 'worker', scope: 'worker' });
  const id = await begin(app);
  await until(async () => (await app.client.getTranscription(id)).stage === 'transcribing');
  await enlist({ url: app.url, key }, { name: 'late', engine });
  await until(async () => (await machines(app)).some(({ windows }) => windows > 0));
  // Until here the service has transcribed nothing itself, and each window goes where a lane is free.
  answerAll(gate);
  const done = await finished(app.client, id);
  expect(done.result?.provenance?.machines).toEqual(['late']);
  for (const worker of workers.splice(0)) await worker.stop();
  await app.stop();
});

/** Which says something at once, so that only the machines count. */
describe('of a service whose engine is quick', () => {
  const shared = shareService(quickEngine);

  test('one that is killed loses nothing: its windows are transcribed elsewhere', async () => {
    const { app, service, whole } = shared;
    await writeProgram(engine, hangingEngine);
    const worker = await enlist(service, { name: 'unlucky', engine });
    const id = await begin(app);
    await helps(app);
    await worker.kill();
    const done = await finished(app.client, id);
    expect(done.status).toBe('completed');
    expect(textOf(done)).toEqual(textOf(whole));
    expect(done.result?.provenance).not.toHaveProperty('machines');
    await until(async () => (await machines(app)).length === 0);
  });

  test.runIf(isSoak)('so does one that falls silent', async () => {
    const { app, service, whole } = shared;
    await writeProgram(engine, hangingEngine);
    const worker = await enlist(service, { name: 'asleep', engine });
    const id = await begin(app);
    await helps(app);
    worker.freeze();
    await until(async () => (await machines(app)).length === 0);
    expect(textOf(await finished(app.client, id))).toEqual(textOf(whole));
    await worker.kill();
  });

  test('canceling reaches it at once', async () => {
    const { app, service } = shared;
    await writeProgram(engine, hangingEngine);
    await enlist(service, { name: 'worker', engine });
    const id = await begin(app);
    await helps(app);
    await app.client.cancelTranscription(id);
    await until(async () => (await machines(app)).every(({ busy }) => busy === 0));
    expect((await machines(app))[0]?.windows).toBe(0);
  });

  test('one that cannot load the model says why, and the recording is transcribed without it', async () => {
    const { app, service } = shared;
    await writeFile(join(folder, 'no-engine'), 'This is no program.');
    await enlist(service, { name: 'broken', engine: join(folder, 'no-engine') });
    expect((await transcribeOnce(app)).status).toBe('completed');
    await until(async () => (await machines(app))[0]?.problem != null);
    expect((await machines(app))[0]).toMatchObject({ models: [], windows: 0 });
  });

  test('what it cannot end in time when it is asked to stop it hands back, and says goodbye with 0', async () => {
    const { app, service, whole } = shared;
    await writeProgram(engine, hangingEngine);
    const worker = await enlist(service, { name: 'worker', engine });
    const id = await begin(app);
    await helps(app);
    expect(await worker.stop()).toBe(0);
    expect(await machines(app)).toEqual([]);
    expect(textOf(await finished(app.client, id))).toEqual(textOf(whole));
  });
});

test('workers that are stopped while they work have no window transcribed twice', async () => {
  const log = join(folder, 'windows');
  const quick = await writeProgram(join(folder, 'quick'), quickEngine);
  const noting = await writeProgram(join(folder, 'noting'), recordingEngine(log, 0, quick));
  const app = await startTestApp(
    { engineFile: noting, lanes: 1, threads: 1 },
    { tasks: ONE_VOICE },
  );
  const { key } = await app.client.createKey({ name: 'worker', scope: 'worker' });
  const whole = await transcribeOnce(app);
  const alone = transcribedWindows(log).toSorted();
  await rm(log);
  const ids: string[] = [];
  const names = ['one', 'two', 'three', 'four'];
  const enlisted = await Promise.all(
    names.map((name) => enlist({ url: app.url, key }, { name, engine: noting })),
  );
  for (let round = 0; round < names.length; round++) ids.push(await begin(app));
  await until(async () => (await machines(app)).some(({ windows }) => windows > 0));
  for (const worker of enlisted) expect(await worker.stop()).toBe(0);
  workers.splice(0);
  for (const id of ids) expect(textOf(await finished(app.client, id))).toEqual(textOf(whole));
  expect(transcribedWindows(log).toSorted()).toEqual(names.flatMap(() => alone).toSorted());
  await app.stop();
});
