import { rm } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeTranscripts } from '../../helpers/corpus/stored-transcripts.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';

let app: TestApp;
let dataDir: string;
let ids: string[];

beforeAll(async () => {
  dataDir = await makeTempFolder();
  ids = await storeTranscripts(dataDir, [
    { title: 'Talk.mp3', windows: [['The first one.']] },
    { title: 'talk.wav', windows: [['The second one.']] },
    { title: '../../etc/passwd', windows: [['The third one.']] },
    { title: '会议', windows: [['我们今天讨论天气。']] },
    { title: 'Not finished', windows: [['x']], finished: false },
  ]);
  app = await startTestApp({ dataDir });
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const namesIn = async (blob: Blob) => unzipSync(new Uint8Array(await blob.arrayBuffer()));

test('each is there in each format, under names that neither collide nor lead elsewhere', async () => {
  const zip = await app.keyClient.exportTranscriptions({
    ids: ids.slice(0, 4),
    formats: ['txt', 'docx', 'json'],
  });
  const files = await namesIn(zip);
  const stems = ['Talk', 'talk (2)', 'etc passwd', '会议'];
  expect(Object.keys(files)).toEqual(
    stems.flatMap((stem) => ['txt', 'docx', 'json'].map((format) => `${stem}.${format}`)),
  );
  const text = (name: string) => new TextDecoder().decode(files[name]);
  expect(text('talk (2).txt')).toBe('The second one.\n');
  expect(text('会议.txt')).toContain('我们今天讨论天气。');
  expect(JSON.parse(text('Talk.json'))).toMatchObject({ id: ids[0] });
  expect(text('Talk.docx').slice(0, 2)).toBe('PK');
});

test('before anything is sent it is said what cannot be exported', async () => {
  const [first = '', , , , unfinished = ''] = ids;
  const send = (given: string[]) =>
    app.client.exportTranscriptions({ ids: given, formats: ['txt'] });
  await expect(send([first, unfinished])).rejects.toMatchObject({ code: 'wrong_state' });
  await expect(send([first, 'trs_none'])).rejects.toMatchObject({ code: 'not_found' });
  await expect(send([])).rejects.toMatchObject({ code: 'invalid_request' });
});
