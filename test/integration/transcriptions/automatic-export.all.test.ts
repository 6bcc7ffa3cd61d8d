/** What is exported automatically, and what is not: by key, beside recordings of the watch folder, over a restart. */
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exportEnding } from '../../../src/shared/exports/export-options.ts';
import { ask, finished, type TestApp } from '../../helpers/harness/app.ts';
import {
  filesIn,
  prepareAutomaticExport,
  recording,
  upload,
} from '../../helpers/harness/automatic-export.ts';
import { EXPORT_FORMATS } from '../../helpers/harness/chromium.ts';
import { until } from '../../helpers/harness/until.ts';

let base: string;
let folder: string;
let watched: string;
let app: TestApp;
let start: () => Promise<TestApp>;

beforeEach(async () => {
  ({ base, folder, watched, start } = await prepareAutomaticExport());
  app = await start();
});
afterEach(async () => {
  await app.stop();
  await rm(base, { recursive: true, force: true });
});

test('recordings of live keys are written, those of test keys are not, and nothing once it is off', async () => {
  const auto_export = { formats: ['txt' as const], folder, name: '{title}.{ext}' };
  await app.client.updateSettings({ auto_export });
  const { key } = await app.client.createKey({ name: 'tests', test: true });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const form = new FormData();
  form.set('file', new Blob([recording('test')]), 'Of a test.mp3');
  const sent = await fetch(`${app.url}/v1/files`, {
    method: 'POST',
    headers: { authorization: headers.authorization },
    body: form,
  });
  const { url } = (await sent.json()) as { url: string };
  const created = await ask(`${app.url}/v1/transcriptions`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ url }),
  });
  await finished(app.client, (JSON.parse(created.body) as { id: string }).id);
  await upload(app.keyClient, 'Of a key.mp3');
  await until(async () => (await filesIn(folder)).length === 1);
  await app.client.updateSettings({ auto_export: null });
  await upload(app.client, 'Too late.mp3');
  expect(await filesIn(folder)).toEqual(['Of a key.txt']);
});

test('what comes from the watch folder is written beside it, in every format, and never taken in itself', async () => {
  const formats = [...EXPORT_FORMATS];
  const auto_export = { formats, folder, beside_recording: true, name: '{title}.{ext}' };
  await app.client.updateSettings({ auto_export, watch_folder: watched });
  await writeFile(join(watched, 'below', 'talk.mp3'), recording('talk'));
  const own = ['talk.mp3', ...formats.map((format) => `talk.${exportEnding(format)}`)].sort();
  await until(async () => (await filesIn(watched)).length === own.length);
  await app.client.updateSettings({ auto_export: { ...auto_export, formats: ['srt', 'ass'] } });
  // A later recording shows that all before it were looked at.
  await writeFile(join(watched, 'later.mp3'), recording('later'));
  await until(async () => (await filesIn(watched)).includes('later.srt'));
  await upload(app.client, 'elsewhere.mp3');
  await until(async () => (await filesIn(folder)).includes('elsewhere.ass'));
  const { data } = await app.client.listTranscriptions();
  expect(data.map(({ source }) => source.title).sort()).toEqual([
    ...['elsewhere.mp3', 'later.mp3', 'talk.mp3'],
  ]);
  expect((await readdir(join(watched, 'below'))).sort()).toEqual(own);
  expect((await filesIn(folder)).filter((name) => !name.startsWith('elsewhere.'))).toEqual([]);
});

test('what was due when the service stopped is written after its start, beside the recording too', async () => {
  const auto_export = { formats: ['txt' as const], folder: null, beside_recording: true };
  await app.client.updateSettings({ auto_export, watch_folder: watched });
  await writeFile(join(watched, 'below', 'talk.mp3'), recording('talk'));
  const { id } = await until(async () => (await app.client.listTranscriptions()).data[0]);
  await app.stop();
  app = await start();
  await finished(app.client, id);
  await until(async () => (await filesIn(watched)).some((name) => name.endsWith('talk.txt')));
  expect(await filesIn(watched)).toHaveLength(2);
});
