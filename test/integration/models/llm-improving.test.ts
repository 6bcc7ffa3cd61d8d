import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LlmKind } from '../../../src/shared/llm.ts';
import { sampleFile } from '../../helpers/corpus/recordings.ts';
import { storeTranscripts } from '../../helpers/corpus/stored-transcripts.ts';
import { readProse } from '../../helpers/corpus/texts.ts';
import { quickEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import {
  ask,
  finished,
  makeTempFolder,
  startTestApp,
  type TestApp,
} from '../../helpers/harness/app.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';
import { until } from '../../helpers/harness/until.ts';
import { MODEL, type Reply, startLlmServer } from '../../helpers/servers/llm-servers.ts';

type Llm = Awaited<ReturnType<typeof startLlmServer>>;
let dataDir: string;
let engineFile: string;
let app: TestApp;
let llm: Llm | null = null;
/** One for each test, stored before the service starts, which has its data folder to itself. */
let talks: string[] = [];
let talk = '';

const MOST_TESTS = 8;

const start = () => startTestApp({ dataDir, engineFile }, { tasks: ONE_VOICE });

beforeAll(async () => {
  dataDir = await makeTempFolder();
  const sentences = readProse(40)[0]?.sentences.slice(0, 14) ?? [];
  const told = Array.from({ length: MOST_TESTS }, () => ({ title: 'Talk', windows: [sentences] }));
  talks = await storeTranscripts(dataDir, told);
  engineFile = await writeProgram(join(dataDir, 'engine'), quickEngine);
  app = await start();
});
beforeEach(() => {
  const next = talks.pop();
  if (next === undefined) throw new Error('There are more tests than talks.');
  talk = next;
});
afterEach(async () => {
  await app.client.updateSettings({ llm: null });
  await llm?.close();
  llm = null;
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function set(reply?: () => Reply, kind: LlmKind = 'ollama') {
  const server = await startLlmServer(kind, reply ? { reply } : {});
  llm = server;
  await app.client.updateSettings({ llm: { kind, base_url: server.url, model: MODEL } });
  return server;
}
const structuredOf = async (id: string) =>
  (await app.keyClient.getTranscription(id)).result?.structured ?? null;
const settled = (id: string) =>
  until(async () => {
    const structured = await structuredOf(id);
    return structured?.generator.pending === false ? structured : null;
  });

describe('without a language model', () => {
  test('a transcription created without structure gets it when asked', async () => {
    expect(await structuredOf(talk)).toBeNull();
    const answer = await ask(`${app.url}/v1/transcriptions/${talk}/structure`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.key}` },
    });
    expect(answer.status).toBe(202);
    const structured = await settled(talk);
    expect(structured.generator).toMatchObject({ mode: 'extractive', model: null, fallbacks: [] });
    expect(structured.paragraphs.length).toBeGreaterThan(0);
  });
});

describe('with one', () => {
  test('the text is improved behind a transcription that is completed', async () => {
    await set();
    const before = await app.keyClient.getTranscription(talk);
    await app.keyClient.structureAgain(talk);
    const { generator, table_of_contents: chapters } = await settled(talk);
    expect(generator).toEqual({ mode: 'llm', model: MODEL, pending: false, fallbacks: [] });
    expect(chapters[0]?.title).toMatch(/^On /);
    const after = await app.keyClient.getTranscription(talk);
    expect({ ...after, result: null }).toEqual({
      ...before,
      result: null,
      revision: before.revision + 1,
    });
  });

  test('a new recording is done before the model is asked, and improved after it', async () => {
    let hold = true;
    const server = await set(() => (hold ? 'hang' : ''), 'llama.cpp');
    const file = await app.client.uploadFile(await openAsBlob(sampleFile), 'sample.mp3');
    const { id } = await app.client.createTranscription({ url: file.url });
    const { status, result } = await finished(app.client, id);
    expect([status, result?.structured?.generator]).toMatchObject([
      'completed',
      { mode: 'extractive', pending: true },
    ]);
    await until(() => server.questions.length > 0);
    hold = false;
    await app.stop();
    app = await start();
    const { generator } = await settled(id);
    expect(generator).toMatchObject({ mode: 'extractive', model: MODEL });
    expect(generator.fallbacks[0]?.reason).toBe('not_json');
  });

  test('a server that is down is waited for, and the text stays readable', async () => {
    const server = await set(() => ({ status: 500, body: '' }));
    await app.keyClient.structureAgain(talk);
    await until(() => server.questions.length > 0);
    expect(await structuredOf(talk)).toBeNull();
    await app.client.updateSettings({ llm: null });
    await app.keyClient.structureAgain(talk);
    expect((await settled(talk)).generator.mode).toBe('extractive');
  });

  test('what was deleted meanwhile stays deleted', async () => {
    const server = await set(() => 'hang');
    await app.keyClient.structureAgain(talk);
    await until(() => server.questions.length > 0);
    await app.client.deleteTranscription(talk);
    await server.close();
    await expect(app.client.getTranscription(talk)).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('only what is completed is structured again', async () => {
  const { id } = await app.client.createTranscription({ url: 'http://127.0.0.1:9/a.mp3' });
  await app.client.cancelTranscription(id);
  await expect(app.client.structureAgain(id)).rejects.toMatchObject({ code: 'wrong_state' });
  await expect(app.client.structureAgain('trs_none')).rejects.toMatchObject({ code: 'not_found' });
});

describe('the key of a language model', () => {
  const model = { kind: 'openai', model: MODEL } as const;

  test('is never told, and stays with its server alone', async () => {
    llm = await startLlmServer('openai', { apiKey: 'secret-1' });
    const other = await startLlmServer('openai', { apiKey: 'secret-1' });
    const base_url = llm.url;
    const shown = await app.client.updateSettings({
      llm: { ...model, base_url, api_key: 'secret-1' },
    });
    expect(shown.llm).toEqual({ ...model, base_url, has_api_key: true });
    expect(JSON.stringify(await app.client.getSettings())).not.toContain('secret');
    const { data } = await app.client.listLlmModels({ kind: 'openai', base_url });
    expect(data).toEqual([{ name: MODEL }]);
    const elsewhere = app.client.listLlmModels({ kind: 'openai', base_url: other.url });
    await expect(elsewhere).rejects.toMatchObject({ code: 'llm_refused' });
    const kept = await app.client.updateSettings({
      llm: { ...model, model: 'another', base_url },
    });
    expect(kept.llm?.has_api_key).toBe(true);
    const moved = await app.client.updateSettings({ llm: { ...model, base_url: other.url } });
    expect(moved.llm?.has_api_key).toBe(false);
    await other.close();
  });
});

test('an API key may not have any server asked', async () => {
  const asked = app.keyClient.listLlmModels({ kind: 'ollama', base_url: 'http://127.0.0.1:9' });
  await expect(asked).rejects.toMatchObject({ code: 'forbidden' });
  const down = app.client.listLlmModels({ kind: 'ollama', base_url: 'http://127.0.0.1:9' });
  await expect(down).rejects.toMatchObject({ code: 'llm_unreachable' });
});
