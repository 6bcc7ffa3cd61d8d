import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { downloadText } from '../../../src/shared/client.ts';
import { storeTranscripts } from '../../helpers/corpus/stored-transcripts.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';

let app: TestApp;
let dataDir: string;
let talk = '';
let unfinished = '';

beforeAll(async () => {
  dataDir = await makeTempFolder();
  const ids = await storeTranscripts(dataDir, [
    { title: 'Talk', windows: [['Good morning.', 'How are you?'], ['Good night.']] },
    { title: 'Not finished', windows: [['Hello.']], finished: false },
  ]);
  talk = ids[0] ?? '';
  unfinished = ids[1] ?? '';
  app = await startTestApp({ dataDir });
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(() => app.keyClient.removeCueEdits(talk));

const GREETING = { from: 0, to: 4, cues: [{ start: 0.5, end: 3, text: 'Morning!\nAll well?' }] };

async function files(): Promise<string[]> {
  const { result } = await app.keyClient.getTranscription(talk);
  const { vtt = '', srt = '' } = result?.subtitles ?? {};
  const exported = await app.keyClient.exportTranscription(talk, { format: 'srt' });
  return [await downloadText(vtt), await downloadText(srt), await exported.file.text()];
}

test('what a person wrote is in every subtitle file, with its times and lines', async () => {
  const { data } = await app.keyClient.editCues(talk, GREETING);
  expect(data).toEqual([{ ...GREETING, words: 'Good morning. How are you?' }]);
  expect(await app.keyClient.listCueEdits(talk)).toEqual({ data });
  for (const file of await files()) {
    expect(file).toMatch(/00:00:00[.,]500 --> 00:00:03[.,]000\nMorning!\nAll well\?\n/);
    expect(file).not.toContain('Good morning.');
    expect(file).toContain('Good night.');
  }
});

test('it goes back to the words, one by one and all at once', async () => {
  const before = await files();
  await app.keyClient.editCues(talk, GREETING);
  expect((await app.keyClient.editCues(talk, { ...GREETING, cues: null })).data).toEqual([]);
  expect(await files()).toEqual(before);
  await app.keyClient.editCues(talk, GREETING);
  await app.keyClient.removeCueEdits(talk);
  expect(await files()).toEqual(before);
});

test('a subtitle may be taken out', async () => {
  await app.keyClient.editCues(talk, { ...GREETING, cues: [] });
  for (const file of await files()) {
    expect(file).not.toContain('How are you?');
    expect(file).toContain('Good night.');
  }
});

test('an edit takes the place of those within it, and is refused where it cuts one in two', async () => {
  await app.keyClient.editCues(talk, { from: 0, to: 2, cues: [{ start: 0, end: 1, text: 'One' }] });
  const { data } = await app.keyClient.editCues(talk, GREETING);
  expect(data).toHaveLength(1);
  await expect(app.keyClient.editCues(talk, { from: 2, to: 30, cues: null })).rejects.toMatchObject(
    { status: 400, code: 'invalid_request', param: 'from' },
  );
});

test('only those of finished transcripts can be written', async () => {
  await expect(app.keyClient.editCues(unfinished, GREETING)).rejects.toMatchObject({ status: 409 });
  await expect(app.keyClient.listCueEdits('trs_none')).rejects.toMatchObject({ status: 404 });
});
