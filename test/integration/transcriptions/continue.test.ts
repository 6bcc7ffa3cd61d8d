/** What was there stays: a transcription that ended early can be read and exported, and gone on with from there. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiError, type Client, createClient } from '../../../src/shared/client.ts';
import type { CreateTranscriptionInput } from '../../../src/shared/transcription/transcription.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { recordingEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { answerAll, answerOne, waitingEngine } from '../../helpers/engines/fake-engine.ts';
import { transcribedWindows } from '../../helpers/engines/recording-engine.ts';
import { finished, makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';
import { storedRow } from '../../helpers/harness/stored-rows.ts';
import { until } from '../../helpers/harness/until.ts';
import { startReceiver, type WebhookReceiver } from '../../helpers/servers/webhook-receiver.ts';

const talk = asFile(compose(loadPool(), clipsIn('en', 40))).bytes;
const files: Record<string, Uint8Array> = { '/talk.wav': talk };
let app: TestApp;
let folder: string;
/** The engine transcribes a window each time the test says so. */
let gate: string;
/** The windows it was given. */
let heard: string;
let origin: Awaited<ReturnType<typeof serveRecordings>>;
let receiver: WebhookReceiver;

beforeAll(async () => {
  folder = await makeTempFolder();
  gate = join(folder, 'gate');
  heard = join(folder, 'heard.log');
  const waiting = await writeProgram(join(folder, 'waiting'), waitingEngine(gate));
  const recording = recordingEngine(heard, 0, waiting);
  const engineFile = await writeProgram(join(folder, 'engine'), recording);
  app = await startTestApp({ engineFile, lanes: 1, threads: 1 }, { tasks: ONE_VOICE });
  origin = await serveRecordings(files);
  receiver = await startReceiver(null);
});
afterAll(async () => {
  await app.stop();
  await origin.close();
  await receiver.close();
  await rm(folder, { recursive: true });
});

const windowsOf = (id: string) => storedRow(app.dataDir, id);
const fetched = () => origin.requests.filter(({ path }) => path === '/talk.wav').length;
const codeOf = (refused: ApiError) => refused.code;

/** Canceled after two windows, once its recording can be played. */
async function canceled(
  client: Client = app.client,
  asked: Partial<CreateTranscriptionInput> = {},
) {
  const { id } = await client.createTranscription({
    url: `${origin.url}/talk.wav`,
    language: 'en',
    ...asked,
  });
  while ((windowsOf(id)?.windowsDone ?? 0) < 2) await answerOne(gate);
  await until(async () => (await client.getTranscription(id, { partial: true })).partial?.media);
  return client.cancelTranscription(id);
}

async function completes(id: string, client: Client = app.client) {
  expect(windowsOf(id)?.windowsDone).toBe(2);
  answerAll(gate);
  const done = await finished(client, id);
  await rm(gate);
  return done;
}

describe('what ended early', () => {
  test('can be read, played, found and exported, marked as incomplete', async () => {
    const { id, text_until, result, duration_seconds } = await canceled();
    expect([result, duration_seconds]).toEqual([null, expect.any(Number)]);
    const { partial } = await app.client.getTranscription(id, { partial: true });
    expect(partial?.until).toBe(text_until);
    const [first] = partial?.segments ?? [];
    expect(first?.words.length).toBeGreaterThan(0);
    expect(partial?.media?.url).toContain(id);
    expect((await app.client.getWaveform(id)).length).toBeGreaterThan(0);
    expect(await readdir(join(app.dataDir, 'work'))).toEqual([]);

    const file = async (format: 'txt' | 'md' | 'html' | 'json' | 'csv' | 'srt') => {
      const exported = await app.client.exportTranscription(id, { format });
      expect(exported.filename).toMatch(/ \(incomplete\)\.\w+$/);
      return exported.file.text();
    };
    const mark = /Incomplete: up to \d:\d\d of \d:\d\d/;
    for (const format of ['txt', 'md', 'html'] as const) {
      const text = await file(format);
      expect([format, mark.test(text)]).toEqual([format, true]);
      expect(text).toContain(first?.text.trim());
    }
    for (const format of ['csv', 'srt'] as const) {
      expect((await file(format)).replaceAll('\n', ' ')).toContain(
        first?.text.trim().split(' ')[0],
      );
    }
    const json = JSON.parse(await file('json'));
    expect(json).toMatchObject({
      status: 'failed',
      result: null,
      text_until,
      partial: { text: partial?.text },
    });

    const q = `"${first?.text.trim().slice(0, 12)}"`;
    const found = (await app.client.searchRecordings({ q })).data;
    expect(found.map(({ transcription }) => transcription.id)).toContain(id);
    const { data } = await app.client.search({ q, transcription_id: id });
    expect(data[0]?.segment_id).toBe(0);
    await app.client.deleteTranscription(id);
    expect(await readdir(join(app.dataDir, 'recordings'))).not.toContain(id);
  });

  test('without text is refused as a file, and has none to show', async () => {
    const { id } = await app.client.createTranscription({ url: `${origin.url}/missing.wav` });
    await finished(app.client, id);
    const shown = await app.client.getTranscription(id, { partial: true });
    expect([shown.partial, shown.text_until]).toEqual([undefined, null]);
    const refused = app.client.exportTranscription(id, { format: 'txt' });
    expect(await refused.catch(codeOf)).toBe('wrong_state');
  });
});

describe('continuing', () => {
  test('transcribes what is left, of the recording that was kept', async () => {
    const before = await canceled();
    const { partial } = await app.client.getTranscription(before.id, { partial: true });
    const asked = fetched();
    const [first, second] = new Set(transcribedWindows(heard));
    await rm(heard);
    const made = await app.client.continueTranscription(before.id);
    expect(made).toMatchObject({
      status: 'queued',
      recording_id: before.id,
      version: 2,
      language: 'en',
    });
    const waiting = await app.client.getTranscription(made.id, { partial: true });
    expect(waiting.partial?.text, 'from the beginning on').toBe(partial?.text);
    const done = await completes(made.id);
    expect(done).toMatchObject({ status: 'completed', text_until: null });
    expect(done.result?.text.startsWith(partial?.text ?? 'none')).toBe(true);
    expect(done.result?.segments.length).toBeGreaterThan(partial?.segments.length ?? 0);
    expect(fetched()).toBe(asked);
    expect(transcribedWindows(heard).length).toBeGreaterThan(0);
    expect(transcribedWindows(heard)).not.toContain(first);
    expect(transcribedWindows(heard)).not.toContain(second);
    const rows = await app.client.listTranscriptions({ versions: 'one', limit: 100 });
    expect(rows.data.filter((row) => row.recording_id === before.id)).toHaveLength(1);
    expect(await app.client.getTranscription(before.id)).toEqual(before);
  });

  test('costs its key once, when it is done, and each transcription tells of its end once', async () => {
    const { key } = await app.client.createKey({ name: 'metered' });
    const owner = createClient({ baseUrl: app.url, key });
    const spent = async () => owner.getUsage();
    const before = await canceled(owner);
    expect(await spent()).toMatchObject({ points_spent: 0, points_reserved: 0 });
    const { id } = await owner.continueTranscription(before.id);
    const done = await completes(id, owner);
    expect(await spent()).toMatchObject({
      points_spent: done.points_spent,
      points_reserved: 0,
    });

    const { key: testKey } = await app.client.createKey({ name: 'tests', test: true });
    const tester = createClient({ baseUrl: app.url, key: testKey });
    const webhook_url = receiver.url;
    const failed = await canceled(tester, { webhook_url });
    // Another may continue it; it stays its owner's, with its webhook.
    const made = await app.client.continueTranscription(failed.id);
    expect(made.test).toBe(true);
    await completes(made.id);
    await until(() => receiver.received.length === 2);
    expect(
      receiver.received.map(({ body }) => [JSON.parse(body).id, JSON.parse(body).status]),
    ).toEqual([
      [failed.id, 'failed'],
      [made.id, 'completed'],
    ]);
  });

  test('is asked for once under an idempotency key, and only where it failed, by who sees it', async () => {
    const before = await canceled();
    const ask = async (key: string) => {
      const answer = await fetch(`${app.url}/v1/transcriptions/${before.id}/continue`, {
        method: 'POST',
        headers: { authorization: `Bearer ${app.key}`, 'idempotency-key': key },
      });
      return [answer.status, ((await answer.json()) as { id: string }).id] as const;
    };
    const { key } = await app.client.createKey({ name: 'own', scope: 'own' });
    const stranger = createClient({ baseUrl: app.url, key });
    expect(await stranger.continueTranscription(before.id).catch(codeOf)).toBe('not_found');
    const [created, again] = [await ask('once'), await ask('once')];
    expect([created[0], again]).toEqual([201, [200, created[1]]]);
    expect(await app.client.continueTranscription(created[1]).catch(codeOf)).toBe('wrong_state');
    // Canceled at once, it still has the text, and goes on from there another time.
    await app.client.cancelTranscription(created[1]);
    const third = await app.client.continueTranscription(created[1]);
    expect((await completes(third.id)).status).toBe('completed');
  });

  test('transcribes all of a link that leads to another recording by now', async () => {
    const before = await canceled();
    await rm(join(app.dataDir, 'recordings', before.id), { recursive: true });
    const asked = fetched();
    files['/talk.wav'] = asFile(compose(loadPool(), clipsIn('de', 30))).bytes;
    const made = await app.client.continueTranscription(before.id);
    answerAll(gate);
    const done = await finished(app.client, made.id);
    const { partial } = await app.client.getTranscription(before.id, { partial: true });
    expect(done.status).toBe('completed');
    expect(done.result?.text.startsWith(partial?.text ?? '')).toBe(false);
    expect(fetched()).toBe(asked + 1);
  });
});
