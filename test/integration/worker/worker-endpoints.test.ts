/** What a service gives to workers, and takes from them: words once, of who was given the window, and nothing else. */
import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { writeProgram } from '../../helpers/engines/engine-programs.ts';
import { answerAll, waitingEngine } from '../../helpers/engines/fake-engine.ts';
import { finished, makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';
import {
  FAILURE,
  given,
  type PlayedWorker,
  playWorker,
  SILENCE,
} from '../../helpers/harness/played-worker.ts';
import { until } from '../../helpers/harness/until.ts';

/** Cut into half a dozen windows. */
const long = asFile(compose(loadPool(), clipsIn('en', 22)));
let origin: Awaited<ReturnType<typeof serveRecordings>>;
let app: TestApp;
let gate: string;
let key: string;
let one: PlayedWorker;

beforeAll(async () => {
  origin = await serveRecordings({ '/long.wav': long.bytes });
});
afterAll(() => origin.close());

/** The service's own lane takes a window and does not end it. */
beforeEach(async () => {
  const folder = await makeTempFolder();
  gate = join(folder, 'gate');
  const engineFile = await writeProgram(join(folder, 'engine'), waitingEngine(gate));
  app = await startTestApp({ engineFile, lanes: 1, threads: 1 }, { tasks: ONE_VOICE });
  ({ key } = await app.client.createKey({ name: 'worker', scope: 'worker' }));
  one = worker('one');
});
afterEach(() => app.stop());

const worker = (name: string) => playWorker({ url: app.url, key }, name);
const begin = async () =>
  (await app.client.createTranscription({ url: `${origin.url}/long.wav`, language: 'en' })).id;
const machines = async () => (await app.client.listMachines()).data;

test('a worker that waits is given a window with all that it takes to transcribe it', async () => {
  const waiting = one.claim();
  const id = await begin();
  const task = given(await waiting);
  expect(task).toMatchObject({ attempt: 1, model: { name: 'demo' }, ask: { language: 'en' } });
  expect(task.pcm.length).toBe(task.pcm_bytes);
  expect(task.ask.speech.length).toBeGreaterThan(0);
  const segment = { start_ms: 0, end_ms: 900, language: 'en', confidence: 0.5, flags: [] };
  const word = { start_ms: 100, end_ms: 800, confidence: 0.5, text: 'heard\u0000there' };
  const segments = [{ ...segment, text: 'heard\u0000there', words: [word] }];
  await one.answer(task, { ...SILENCE, segments });
  await one.beat();
  expect(await machines()).toMatchObject([
    { name: 'one', busy: 0, windows: 1, windows_last_hour: 1 },
  ]);
  answerAll(gate);
  const done = await finished(app.client, id);
  expect(done.status).toBe('completed');
  expect(done.result?.provenance?.machines).toEqual(['one']);
  expect(done.result?.text).toContain('heard there');
});

test('a window is answered once, and only with what it was given under', async () => {
  await begin();
  const task = given(await one.claim());
  await expect(one.answer({ ...task, attempt: 2 }, SILENCE)).rejects.toThrow('another’s by now');
  await expect(one.answer({ ...task, task: 'no-task' }, SILENCE)).rejects.toThrow('another’s');
  // A later version may say more.
  const later = { ...one.hello, result: { ...SILENCE, mood: 'good' }, more: [1] };
  const path = `/v1/tasks/${task.task}/${task.attempt}`;
  expect((await one.post(path, later)).status).toBe(204);
  await expect(one.answer(task, SILENCE)).rejects.toThrow('another’s by now');
  // What was settled is lost, and so is what never was.
  expect(await one.beat([task, { ...task, attempt: 7 }])).toHaveLength(2);
  const none = { ...one.hello, models: [], device: null, problem: null, drains: false };
  const first = { ...none, tasks: [{ task: task.task, attempt: 0 }] };
  expect((await one.post('/v1/tasks/beat', first)).status).toBe(400);
});

test('of two answers that come together one is taken', async () => {
  await begin();
  const task = given(await one.claim());
  const answers = await Promise.allSettled([1, 2, 3].map(() => one.answer(task, SILENCE)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await one.beat()).toEqual([]);
  expect((await machines())[0]).toMatchObject({ windows: 1 });
});

test('what is canceled is the worker’s no more', async () => {
  const id = await begin();
  const task = given(await one.claim());
  expect(await one.beat([task])).toEqual([]);
  expect((await machines())[0]).toMatchObject({ name: 'one', busy: 1 });
  await app.client.cancelTranscription(id);
  expect(await one.beat([task])).toEqual([{ task: task.task, attempt: 1 }]);
  await expect(one.answer(task, SILENCE)).rejects.toThrow('another’s by now');
});

const segment = { start_ms: 0, end_ms: 900, text: 'a', language: 'en', confidence: 1, flags: [] };
const answered = (...changes: object[]) => ({
  ...SILENCE,
  segments: changes.map((changed) => ({ ...segment, words: [], ...changed })),
});
test.each<[string, unknown]>([
  ['that it cannot', FAILURE],
  ['that it has no model', { ...FAILURE, code: 'model_unavailable' }],
  ['nothing', null],
  ['what is no outcome', { outcome: 'better' }],
  ['a time before the window', answered({ start_ms: -1 })],
  ['a time after it', answered({ end_ms: 59_000 })],
  ['an end before the start', answered({ start_ms: 800, end_ms: 700 })],
  ['a word outside its segment', answered({ words: [{ ...segment, end_ms: 901 }] })],
  ['a segment before the one before', answered({ start_ms: 500 }, {})],
  ['a text of 6,000 characters', answered({ text: 'x'.repeat(6_000) })],
  ['a segment that a user has respelled', answered({ flags: ['respelled'] })],
  ['a language of 300 letters', { ...SILENCE, language: 'e'.repeat(300) }],
])('a worker that answers with %s leaves the window to others', async (_, result) => {
  const id = await begin();
  const task = given(await one.claim());
  const path = `/v1/tasks/${task.task}/${task.attempt}`;
  expect((await one.post(path, { ...one.hello, result })).status).toBe(204);
  const other = given(await worker('two').claim());
  expect(other.attempt).toBe(2);
  expect(other.pcm.equals(task.pcm)).toBe(true);
  expect(given(await one.claim()).pcm.equals(task.pcm)).toBe(false);
  answerAll(gate);
  await worker('two').answer(other, SILENCE);
  expect((await app.client.getTranscription(id)).error).toBeNull();
});

test('a window on which two workers fail is left to the service, and no recording lacks it', async () => {
  const id = await begin();
  const first = given(await one.claim());
  await one.answer(first, FAILURE);
  const two = worker('two');
  const again = given(await two.claim());
  expect(again.pcm.equals(first.pcm)).toBe(true);
  await two.answer(again, FAILURE);
  const next = given(await worker('three').claim());
  expect(next.pcm.equals(first.pcm)).toBe(false);
  await worker('three').answer(next, SILENCE);
  answerAll(gate);
  const done = await finished(app.client, id);
  expect([done.status, done.warnings.map(({ code }) => code)]).toEqual([
    'completed',
    ['demo_model'],
  ]);
  expect(done.result?.provenance?.machines).toEqual(['three']);
});

test('a body without end, of another protocol, or of no worker is refused in a sentence', async () => {
  const task = given(await begin().then(() => one.claim()));
  const path = `/v1/tasks/${task.task}/${task.attempt}`;
  const long = await one.post(path, {
    ...one.hello,
    result: { ...SILENCE, x: 'x'.repeat(600_000) },
  });
  expect(long.status).toBe(413);
  for (const at of ['/v1/tasks/claim', '/v1/tasks/beat', path]) {
    const later = await one.post(at, { ...one.hello, protocol: 2, worker: { any: 'thing' } });
    expect(later.status).toBe(400);
    expect(await later.json()).toMatchObject({
      error: { param: 'protocol', message: expect.stringContaining('install a version of Steno') },
    });
  }
  for (const name of ['a\nb', 'a\u001b[2Jb', '\u0000', ' ', 'x'.repeat(101)]) {
    const named = { ...one.hello, worker: { ...one.hello.worker, name } };
    expect((await one.post('/v1/tasks/claim', named)).status).toBe(400);
  }
  await one.answer(task, SILENCE);
});

test('keys that are none, or are for something else, open nothing', async () => {
  const { key: own } = await app.client.createKey({ name: 'own', scope: 'own' });
  const { key: read } = await app.client.createKey({ name: 'read', scope: 'read' });
  for (const [wrong, status] of [
    ['steno_live_none', 401],
    [own, 403],
    [read, 403],
  ] as const) {
    expect((await one.post('/v1/tasks/claim', one.hello, wrong)).status).toBe(status);
    const headers = { authorization: `Bearer ${wrong}` };
    const model = await fetch(`${app.url}/v1/tasks/models/${'0'.repeat(64)}`, { headers });
    expect(model.status).toBe(status);
  }
  expect(await machines()).toEqual([]);
});

test('a model is given by its digest, whole, and by nothing else', async () => {
  await begin();
  const { model } = given(await one.claim());
  const fetchModel = (sha256: string) =>
    fetch(`${app.url}/v1/tasks/models/${sha256}`, { headers: { authorization: `Bearer ${key}` } });
  const answer = await fetchModel(model.sha256);
  expect(Number(answer.headers.get('content-length'))).toBe(model.bytes);
  expect((await answer.arrayBuffer()).byteLength).toBe(model.bytes);
  expect((await fetchModel('0'.repeat(64))).status).toBe(404);
  expect((await fetchModel(encodeURIComponent('../demo'))).status).toBe(400);
});

test.runIf(process.platform === 'linux')(
  'a model that is only asked about is not left open',
  async () => {
    await begin();
    const { model } = given(await one.claim());
    const before = await openFiles();
    const answer = await fetch(`${app.url}/v1/tasks/models/${model.sha256}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${key}` },
    });
    expect(Number(answer.headers.get('content-length'))).toBe(model.bytes);
    expect(await openFiles()).toEqual(before);
  },
);

/** The models that this process has open. */
async function openFiles(): Promise<string[]> {
  const open = await readdir('/proc/self/fd');
  const paths = await Promise.all(
    open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return paths.filter((path) => path.endsWith('.bin'));
}

test('a worker whose key is revoked waits no longer, and one that says goodbye is gone', async () => {
  const { key: other, id } = await app.client.createKey({ name: 'other', scope: 'worker' });
  const revoked = playWorker({ url: app.url, key: other }, 'revoked');
  await revoked.beat();
  const waiting = revoked.claim();
  waiting.catch(() => {});
  await one.beat();
  await until(async () => (await machines()).length === 2);
  await app.client.revokeKey(id);
  await expect(waiting).rejects.toThrow();
  await one.beat([], { drains: true });
  expect(await machines()).toEqual([]);
});

test('a worker that waits no more leaves the window it would have had to the next', async () => {
  const leaving = new AbortController();
  const left = one.claim(leaving.signal);
  left.catch(() => {});
  await until(async () => (await machines()).length === 1);
  leaving.abort(new Error('It drains.'));
  await expect(left).rejects.toThrow();
  await begin();
  expect(given(await worker('two').claim()).attempt).toBe(1);
});
