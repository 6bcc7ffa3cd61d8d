import { readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exportEnding } from '../../../src/shared/exports/export-options.ts';
import { ask, type TestApp } from '../../helpers/harness/app.ts';
import { filesIn, prepareAutomaticExport, upload } from '../../helpers/harness/automatic-export.ts';
import { EXPORT_FORMATS } from '../../helpers/harness/chromium.ts';
import { runSteno } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';

let base: string;
let folder: string;
let app: TestApp;

beforeEach(async () => {
  const prepared = await prepareAutomaticExport();
  ({ base, folder } = prepared);
  app = await prepared.start();
});
afterEach(async () => {
  await app.stop();
  await rm(base, { recursive: true, force: true });
});

const nameOf = (date: string) => date.slice(0, 10);

test('every finished recording is written in each format, as an export of it would be', async () => {
  const formats = EXPORT_FORMATS;
  await app.client.updateSettings({ auto_export: { formats: [...formats], folder } });
  const { id, created_at } = await upload(app.client, 'Garden talk.mp3');
  const stem = `${nameOf(created_at)} Garden talk`;
  await until(async () => (await filesIn(folder)).length === formats.length);
  expect(await filesIn(folder)).toEqual(
    formats.map((format) => `${stem}.${exportEnding(format)}`).sort(),
  );
  for (const format of formats.filter((one) => one !== 'docx' && one !== 'pdf')) {
    const { file } = await app.client.exportTranscription(id, { format });
    expect(await readFile(join(folder, `${stem}.${exportEnding(format)}`)), format).toEqual(
      Buffer.from(await file.bytes()),
    );
  }
  expect(await app.client.getAutomaticExport()).toEqual({ waiting: 0, problem: null });
});

test('a folder that is not there is refused, and so are a relative one and those of Steno and the system', async () => {
  await symlink(join(base, 'data'), join(base, 'link'), 'junction');
  const refused = [
    [join(base, 'nowhere'), 'There is no such folder.'],
    ['texts', 'There is no such folder.'],
    [join(base, 'data'), 'Steno keeps its own files in this folder.'],
    [join(base, 'data', 'backups', '..', 'files'), /no such folder|Steno keeps its own/],
    [join(base, 'link'), 'Steno keeps its own files in this folder.'],
    ...(process.platform === 'linux'
      ? ['/proc', '/etc', '/usr/bin'].map((path) => [path, 'belongs to the system'])
      : []),
  ] as const;
  for (const [path = '', message = ''] of refused) {
    const asked = app.client.updateSettings({
      auto_export: { formats: ['txt'], folder: String(path) },
    });
    await expect(asked, String(path)).rejects.toMatchObject({
      status: 400,
      param: 'auto_export',
      message: expect.stringMatching(message),
    });
  }
  await expect(
    app.client.updateSettings({
      auto_export: { formats: ['txt'], folder, name: '../{title}.{ext}' },
    }),
  ).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('must have no folders'),
  });
  expect((await app.client.getSettings()).auto_export).toBeNull();
  const headers = { authorization: `Bearer ${app.key}` };
  expect((await ask(`${app.url}/v1/automatic-export`, { headers })).status).toBe(403);
});

test('steno auto-export sets it, tells it, and ends it', async () => {
  const steno = (...given: string[]) =>
    runSteno(['auto-export', '--data', join(base, 'data'), ...given]);
  expect((await steno()).stdout).toBe('Nothing is exported automatically.\n');
  await steno('--format', 'md,srt', '--out', folder);
  expect((await steno('--beside')).stdout).toBe(
    `Exported automatically: md, srt, beside the recordings of the watch folder, all others into ${folder}, as {date} {title}.{ext}.\n`,
  );
  expect((await app.client.getSettings()).auto_export).toEqual({
    formats: ['md', 'srt'],
    folder,
    beside_recording: true,
    name: '{date} {title}.{ext}',
  });
  expect(await steno('--name', '{title}')).toMatchObject({ code: 2 });
  expect(await steno('--out', join(base, 'nowhere'))).toMatchObject({ code: 1 });
  expect(JSON.parse((await steno('--off', '--json')).stdout)).toMatchObject({ auto_export: null });
});
