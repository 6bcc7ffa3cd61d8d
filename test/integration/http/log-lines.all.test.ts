/**
 * What those who run the service find in its log: JSON, each line with the transcription or the request it is about.
 */
import { closeSync, openSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createClient } from '../../../src/shared/client.ts';
import { serveRecordings, shortBytes } from '../../helpers/corpus/recordings.ts';
import { finished, makeTempFolder } from '../../helpers/harness/app.ts';
import { startService } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';
import type { Origin } from '../../helpers/servers/http-origin.ts';

const Line = z.looseObject({ level: z.number(), time: z.number(), msg: z.string() });
type Line = z.infer<typeof Line>;

let folder: string;
let origin: Origin;
let text: string;
let lines: Line[];
/** By how it ends. */
const made = { completed: '', failed: '' };
let request: { id: string | null; status: number };
let key: string;

beforeAll(async () => {
  folder = await makeTempFolder();
  origin = await serveRecordings({ '/talk.mp3?token=canary': shortBytes() });
  const file = join(folder, 'log');
  const log = openSync(file, 'w');
  const service = await startService(join(folder, 'data'), { STENO_LOG: 'debug' }, log);
  const { url, client, signIn } = service;
  key = (await client.createKey({ name: 'canary-name' })).key;
  const script = createClient({ baseUrl: url, key });
  const { url: webhook_url } = await script.getSink();
  const create = async (path: string) =>
    (await script.createTranscription({ url: origin.url + path, webhook_url })).id;
  made.completed = await create('/talk.mp3?token=canary');
  made.failed = await create('/none.mp3?token=canary');
  expect((await finished(script, made.completed)).status).toBe('completed');
  expect((await finished(script, made.failed)).status).toBe('failed');
  const answer = await fetch(`${url}/v1/transcriptions/${made.completed}?words=canary`, {
    headers: { authorization: `Bearer ${key}` },
  });
  request = { id: answer.headers.get('x-request-id'), status: answer.status };
  await fetch(signIn, { redirect: 'manual' });
  await until(async () => {
    const { data } = await script.listDeliveries({ limit: 10 });
    return data.length === 2 && data.every(({ status }) => status === 'delivered');
  });
  await service.stop();
  closeSync(log);
  text = readFileSync(file, 'utf8');
  lines = text
    .trim()
    .split('\n')
    .map((line) => Line.parse(JSON.parse(line)));
});
afterAll(async () => {
  await origin.close();
  await rm(folder, { recursive: true, force: true });
});

test('every line about a transcription names it, each in the same place', () => {
  const about = (id: string) =>
    lines.filter(({ transcriptionId }) => transcriptionId === id).map(({ msg }) => msg);
  expect(about(made.completed).sort()).toEqual(['completed', 'delivered']);
  expect(about(made.failed).sort()).toEqual(['delivered', 'failed']);
  for (const id of Object.values(made)) {
    const named = lines.filter((line) => JSON.stringify(line).includes(id));
    expect(named.filter(({ transcriptionId }) => transcriptionId !== id)).toEqual([]);
  }
});

test('what failed says why', () => {
  const line = lines.find(({ msg }) => msg === 'failed');
  expect(line).toMatchObject({ level: 40, stage: 'fetching', code: 'source_not_found' });
});

test('every line about a request has the id that its answer had, and the pattern of its path', () => {
  expect(request.status).toBe(400);
  const answered = lines.filter(({ msg }) => msg === 'answered');
  expect(answered.length).toBeGreaterThan(5);
  for (const { requestId } of answered) expect(requestId).toMatch(/^req_/);
  expect(answered.find(({ requestId }) => requestId === request.id)).toMatchObject({
    method: 'GET',
    route: '/v1/transcriptions/{id}',
    status: 400,
  });
});

test('no line has a key, a code or an address', () => {
  for (const secret of [key, key.slice(0, -6), 'canary', 'code=', origin.url]) {
    expect(text.includes(secret), secret).toBe(false);
  }
});
