import { rm } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { downloadText } from '../../../src/shared/client.ts';
import { ExportFormat } from '../../../src/shared/exports/export-options.ts';
import { storeTranscripts } from '../../helpers/corpus/stored-transcripts.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { readDocx } from '../../helpers/harness/docx.ts';

let app: TestApp;
let dataDir: string;
let talk = '';
let unfinished = '';

beforeAll(async () => {
  dataDir = await makeTempFolder();
  const ids = await storeTranscripts(dataDir, [
    { title: 'Talk', windows: [['Good morning.', 'How are you?']], speakers: ['one', 'two'] },
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

test('speakers are listed by their first words, with how long they talk', async () => {
  const { result } = await app.keyClient.getTranscription(talk);
  expect(result?.speakers).toMatchObject([
    { id: 1, label: 'one', name: null, talk_seconds: 2, segments: 1 },
    { id: 2, label: 'two', name: null, talk_seconds: 2, segments: 1 },
  ]);
  expect(result?.segments.map((segment) => segment.speaker_id)).toEqual([1, 2]);
});

test('a name shows in the segments and in both subtitle files', async () => {
  const { result } = await app.keyClient.renameSpeaker(talk, 2, { name: ' Bo & <Co> ' });
  expect(result?.segments.map((segment) => segment.speaker)).toEqual(['one', 'Bo & <Co>']);
  expect(await downloadText(result?.subtitles.vtt ?? '')).toContain('<v Bo &amp; &lt;Co&gt;>');
  expect(await downloadText(result?.subtitles.srt ?? '')).toContain('Bo & ‹Co›: How are you?');
});

// A PDF is the HTML page, printed: its letters are numbers of glyphs.
const READABLE = ExportFormat.exclude(['pdf']).options;
const textOf: Partial<Record<ExportFormat, (bytes: Uint8Array) => string>> = {
  docx: (bytes) =>
    readDocx(bytes)
      .paragraphs.map(({ text }) => text)
      .join('\n'),
  qdpx: (bytes) =>
    Object.values(unzipSync(bytes))
      .map((file) => strFromU8(file))
      .join('\n'),
};

test.each(READABLE)('a name shows in the %s file', async (format) => {
  await app.keyClient.renameSpeaker(talk, 2, { name: 'Zoë' });
  const { file } = await app.keyClient.exportTranscription(talk, { format });
  const text = textOf[format]?.(await file.bytes()) ?? (await file.text());
  expect(text).toContain('Zoë');
  expect(text).not.toMatch(/"speaker":\s*"two"|^two\b/m);
});

test('two speakers may have one name and still be told apart again', async () => {
  await app.keyClient.renameSpeaker(talk, 1, { name: 'Anna' });
  await app.keyClient.renameSpeaker(talk, 2, { name: 'Anna' });
  const { result } = await app.keyClient.renameSpeaker(talk, 2, { name: null });
  expect(result?.segments.map((segment) => segment.speaker)).toEqual(['Anna', 'two']);
});

test.each([
  ['a mark that turns the text after it around', '\u202eAda', 'Ada'],
  ['marks that messengers put around names', '\u2068Ada\u2069', 'Ada'],
  ['letters in two parts', 'Zoe\u0308', 'Zoë'],
  ['spaces in a row', 'Bo   Co', 'Bo Co'],
])('%s: the name as everybody writes it', async (_what, written, name) => {
  const { result } = await app.keyClient.renameSpeaker(talk, 1, { name: written });
  expect(result?.speakers[0]?.name).toBe(name);
});

test('what cannot be named is refused', async () => {
  const { renameSpeaker } = app.keyClient;
  await expect(renameSpeaker(talk, 3, { name: 'Anna' })).rejects.toMatchObject({ status: 404 });
  await expect(renameSpeaker('trs_none', 1, { name: 'Anna' })).rejects.toMatchObject({
    status: 404,
  });
  await expect(renameSpeaker(unfinished, 1, { name: 'Anna' })).rejects.toMatchObject({
    status: 409,
  });
  await expect(renameSpeaker(talk, 1, { name: '  ' })).rejects.toMatchObject({ status: 400 });
  for (const name of ['Anna\nBo', 'Anna\u2028Bo', '\u200b', '\u202e', 'a'.repeat(101)]) {
    await expect(renameSpeaker(talk, 1, { name })).rejects.toMatchObject({ status: 400 });
  }
});
