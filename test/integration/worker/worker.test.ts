/** A worker whose service is played: what it does with windows, with bad answers, and when it is asked to stop. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/main/core/clock.ts';
import { AppError } from '../../../src/main/core/errors.ts';
import type { Logger } from '../../../src/main/core/logger.ts';
import type { Engine, WindowTranscript } from '../../../src/main/engine/engine.ts';
import { runWorker } from '../../../src/main/worker/worker.ts';
import {
  BEAT_EVERY_MS,
  Beat,
  Claim,
  TaskAnswer,
  type TaskAttempt,
} from '../../../src/shared/worker-protocol.ts';
import { ENGINE_INFO } from '../../helpers/engines/engine-info.ts';
import { type Origin, startOrigin } from '../../helpers/servers/http-origin.ts';
import { sendEndlessly } from '../../helpers/servers/send-endlessly.ts';

const model = Buffer.from('the weights of a model');
const sha256 = createHash('sha256').update(model).digest('hex');
const pcm = Buffer.alloc(32_000);
const heard: WindowTranscript = {
  language: 'en',
  languageProbs: {},
  noSpeechProb: 0,
  segments: [],
};

type Answers = Record<string, TaskAnswer['result']>;
type Claiming = (response: ServerResponse) => void;

let folder = '';
let service: Origin;
let draining: AbortController;
let answers: Answers;
let said: string[];
let claiming: Claiming;
let sendModel: (response: ServerResponse) => Promise<void>;
let lost: TaskAttempt[];
let beats: Beat[];
/** The service answers no sign of life that can wait. */
let holdsBeats: boolean;
let answerBeat: (again: boolean) => void;
/** What would take longer never ends. */
let longestMs: number;
let transcribe: (signal: AbortSignal | undefined) => Promise<WindowTranscript>;

function headerOf(task: string, changed: object = {}): string {
  const ask = { language: 'en', prompt: null, translate: false, speech: [] };
  const announced = { name: '../../x', bytes: model.length, sha256 };
  const header = { protocol: 1, task, attempt: 1, model: announced, ask, pcm_bytes: pcm.length };
  return `${JSON.stringify({ ...header, ...changed })}\n`;
}

/** With the line before the samples already sent. */
function begun(response: ServerResponse): ServerResponse {
  response.write(headerOf('a'));
  return response;
}

/** Gives these windows, then nothing. */
function give(...tasks: string[]): Claiming {
  return (response) => {
    const task = tasks.shift();
    if (task !== undefined) response.end(Buffer.concat([Buffer.from(headerOf(task)), pcm]));
  };
}

async function play(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '';
  const body: unknown = request.method === 'POST' ? JSON.parse(await text(request)) : null;
  if (path === '/v1/tasks/claim') {
    Claim.parse(body);
    claiming(response);
  } else if (path === '/v1/tasks/beat') {
    const beat = Beat.parse(body);
    beats.push(beat);
    if (!holdsBeats || !beat.waits) response.end(JSON.stringify({ lost }));
    else answerBeat = (again) => response.end(JSON.stringify({ lost: [], again }));
  } else if (path.startsWith('/v1/tasks/models/')) await sendModel(response);
  else {
    if (answers[path]) throw new Error('It is answered twice.');
    answers[path] = TaskAnswer.parse(body).result;
    response.end('{}');
  }
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steno-worker-'));
  service = await startOrigin((request, response) => void play(request, response));
  draining = new AbortController();
  [answers, said, lost, beats, holdsBeats, longestMs] = [{}, [], [], [], false, Infinity];
  transcribe = async () => heard;
  sendModel = async (response) => void response.end(model);
});
afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs until `draining`; every wait is a hundredth as long. */
function work(lanes = 1): Promise<void> {
  const note = (fields: { err?: Error }, line: string) =>
    void said.push(`${line}: ${fields.err?.message ?? ''}`);
  let alive = true;
  const info = { ...ENGINE_INFO, lanes };
  const open = async () => {
    alive = true;
    return {
      info,
      alive: () => alive,
      transcribe: async (_pcm: Uint8Array, { signal }: { signal?: AbortSignal }) =>
        transcribe(signal).catch((error: unknown) => {
          alive = !(error instanceof AppError);
          throw error;
        }),
      close: async () => {},
    } as unknown as Engine;
  };
  return runWorker({
    service: { url: service.url, key: 'a key' },
    worker: { id: 'w1', name: 'worker', version: '1', lanes },
    openEngine: open,
    dataDir: folder,
    clock: {
      ...systemClock,
      sleep: (ms, signal) => systemClock.sleep(ms > longestMs ? 3_600_000 : ms / 100, signal),
    },
    logger: { info: note, warn: note, debug: note } as unknown as Logger,
    signal: draining.signal,
    onJoined: () => {},
  });
}

const wait = (look: () => void) => vi.waitFor(look, { timeout: 60_000, interval: 5 });

test('windows are fetched, transcribed and answered, each once', async () => {
  claiming = give('a', 'b', 'c');
  const done = work(2);
  await wait(() => expect(Object.keys(answers)).toHaveLength(3));
  draining.abort();
  await done;
  expect(Object.values(answers).map(({ outcome }) => outcome)).toEqual(
    Array(3).fill('transcribed'),
  );
});

test('a worker that is asked to stop ends the windows it has and claims no more', async () => {
  claiming = give('a', 'b');
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  transcribe = async () => {
    begun++;
    await gate.promise;
    return heard;
  };
  const done = work(3);
  await wait(() => expect(begun).toBe(2));
  draining.abort();
  claiming = () => expect.unreachable();
  gate.resolve();
  await done;
  expect(Object.keys(answers).sort()).toEqual(['/v1/tasks/a/1', '/v1/tasks/b/1']);
});

test('it joins with a sign of life, and says goodbye with one', async () => {
  claiming = give('a');
  const done = work();
  await wait(() => expect(answers).toHaveProperty(['/v1/tasks/a/1']));
  draining.abort();
  await done;
  expect(beats[0]).toMatchObject({ tasks: [], models: [], drains: false, waits: false });
  expect(beats.at(-1)).toMatchObject({ tasks: [], models: ['unnamed'], drains: true });
});

test('it says at once that it is asked to stop, whatever the service still owes an answer to', async () => {
  claiming = give('a');
  const gate = Promise.withResolvers<void>();
  transcribe = async () => {
    await gate.promise;
    return heard;
  };
  const done = work();
  await wait(() => expect(beats.at(-1)?.tasks).toHaveLength(1));
  holdsBeats = true;
  const before = beats.length;
  await wait(() => expect(beats.length).toBeGreaterThan(before));
  draining.abort();
  await wait(() => expect(beats.at(-1)).toMatchObject({ tasks: [{ task: 'a' }], drains: true }));
  gate.resolve();
  await done;
  expect(beats.at(-1)).toMatchObject({ tasks: [], drains: true });
});

test('a window that it has claimed since its last sign of life is left as soon as it is asked again', async () => {
  [holdsBeats, longestMs] = [true, BEAT_EVERY_MS];
  let [begun, stopped] = [false, false];
  transcribe = (signal) => {
    begun = true;
    return new Promise((_, reject) =>
      signal?.addEventListener('abort', () => {
        stopped = true;
        reject(signal.reason);
      }),
    );
  };
  const ready = Promise.withResolvers<void>();
  claiming = (response) => void ready.promise.then(() => give('a')(response));
  const done = work();
  await wait(() => expect(beats.at(-1)).toMatchObject({ tasks: [], waits: true }));
  longestMs = 1_000;
  ready.resolve();
  await wait(() => expect(begun).toBe(true));
  [lost, holdsBeats] = [[{ task: 'a', attempt: 1 }], false];
  answerBeat(true);
  await wait(() => expect(stopped).toBe(true));
  draining.abort();
  await done;
});

test('a model is fetched to its end though the window that asked for it is taken back', async () => {
  claiming = give('a', 'b');
  const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  sendModel = async (response) => {
    asked.resolve();
    await gate.promise;
    response.end(model);
  };
  const done = work(2);
  await asked.promise;
  await wait(() => expect(beats.at(-1)?.tasks).toHaveLength(2));
  lost = [{ task: 'a', attempt: 1 }];
  await wait(() => expect(beats.at(-1)?.tasks).toEqual([{ task: 'b', attempt: 1 }]));
  gate.resolve();
  await wait(() => expect(answers).toHaveProperty(['/v1/tasks/b/1']));
  draining.abort();
  await done;
  expect(Object.keys(answers)).toEqual(['/v1/tasks/b/1']);
  expect(answers['/v1/tasks/b/1']?.outcome).toBe('transcribed');
  expect(service.requests.filter(({ path }) => path.includes('/models/'))).toHaveLength(1);
});

test('what it cannot end in time when it is asked to stop it leaves to others, and says so', async () => {
  claiming = give('a', 'b');
  let begun = 0;
  transcribe = (signal) => {
    begun++;
    return new Promise((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
  };
  const done = work(2);
  await wait(() => expect(begun).toBe(2));
  draining.abort();
  await done;
  expect(answers['/v1/tasks/a/1']).toMatchObject({ outcome: 'failed' });
  expect(answers['/v1/tasks/b/1']).toMatchObject({ outcome: 'failed' });
  expect(beats.at(-1)).toMatchObject({ tasks: [], drains: true });
});

test('a window that is taken back is left at once, and its lane takes the next one', async () => {
  claiming = give('a', 'b');
  let begun = 0;
  transcribe = (signal) =>
    ++begun > 1
      ? Promise.resolve(heard)
      : new Promise((_, reject) =>
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
        );
  const done = work();
  await wait(() => expect(begun).toBe(1));
  lost = [{ task: 'a', attempt: 1 }];
  await wait(() => expect(Object.keys(answers)).toEqual(['/v1/tasks/b/1']));
  draining.abort();
  await done;
});

test('a crash of the engine is its own window’s, and the worker stays', async () => {
  claiming = give('a', 'b');
  let begun = 0;
  transcribe = async () => {
    if (++begun <= 3) throw new AppError('engine_crashed');
    return heard;
  };
  const done = work();
  await wait(() => expect(Object.keys(answers)).toHaveLength(2));
  draining.abort();
  await done;
  expect(answers['/v1/tasks/a/1']).toMatchObject({ outcome: 'failed', code: 'engine_crashed' });
  expect(answers['/v1/tasks/b/1']).toMatchObject({ outcome: 'transcribed' });
});

test.each<[string, Claiming, string]>([
  ['HTML', (response) => response.end('<html>\n'), 'describes no window'],
  ['nothing', (response) => response.end(), 'no line before'],
  ['no end of the line', (response) => void sendEndlessly(response), 'too long'],
  ['a redirect', (r) => r.writeHead(302, { location: 'http://x.test' }).end(), 'status 302'],
  ['too few samples', (r) => r.end(headerOf('a')), 'fewer bytes'],
  ['odd samples', (r) => r.end(headerOf('a', { pcm_bytes: 3 })), 'describes no window'],
  ['a path', (r) => r.end(headerOf('../a')), 'describes no window'],
  ['another protocol', (r) => r.end(headerOf('a', { protocol: 2 })), 'speaks protocol 2'],
  ['no end', (r) => void sendEndlessly(begun(r)), 'more bytes'],
  ['half an answer', (r) => void r.write(headerOf('a')), 'did not end its answer'],
])('a service that answers with %s is told of in the log, and tried again', async (...args) => {
  const [, bad, why] = args;
  let claims = 0;
  const then = give('b');
  claiming = (...sent) => (++claims === 1 ? bad(...sent) : then(...sent));
  const done = work();
  await wait(() => expect(answers).toHaveProperty(['/v1/tasks/b/1']));
  draining.abort();
  await done;
  expect(said.filter((line) => line.startsWith('the service cannot be reached'))[0]).toContain(why);
});

test('a service that will not have it says so, and the worker ends with that sentence', async () => {
  const error = {
    code: 'invalid_request',
    message: 'Update the worker.',
    param: null,
    request_id: 'r',
  };
  claiming = (response) => response.writeHead(400).end(JSON.stringify({ error }));
  await expect(work(2)).rejects.toThrow('Update the worker.');
});
