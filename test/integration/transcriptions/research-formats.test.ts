/** Researchers' files: a TextGrid in which two talk at once becomes a transcript, which goes to ELAN, Praat and the others. */
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExportFormat } from '../../../src/shared/exports/export-options.ts';
import { readTranscript } from '../../../src/shared/imports/read-transcript.ts';
import { isTerminal } from '../../../src/shared/transcription/job-state.ts';
import { shortBytes } from '../../helpers/corpus/recordings.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { until } from '../../helpers/harness/until.ts';

const GRID = `File type = "ooTextFile"
Object class = "TextGrid"
0 4 <exists> 3
"IntervalTier" "Ana ""Ani""" 0 4 2
0.2 2.6 "We met in the garden."
2.6 4 ""
"IntervalTier" "Ben" 0 4 2
0 2 ""
2 3.5 "Um, yes yes, I I think."
"TextTier" "bell" 0 4 1
1.5 "ding"
`;

let app: TestApp;
let folder: string;
let id: string;

beforeAll(async () => {
  [app, folder] = [await startTestApp(), await makeTempFolder()];
  const upload = async (content: string | Uint8Array<ArrayBuffer>, name: string) =>
    (await app.client.uploadFile(new Blob([content]), name)).url;
  const url = await upload(new Uint8Array(shortBytes()), 'Two at once.mp3');
  const transcript = await upload(GRID, 'a.TextGrid');
  ({ id } = await app.client.createTranscription({ url, transcript, language: 'en' }));
  await until(async () => isTerminal((await app.client.getTranscription(id)).status));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const ANA = ['Ana "Ani"', 'We met in the garden.'];
const BEN = [2000, 3500, 'Ben', 'Um, yes yes, I I think.'];
const SAID = [[200, 2600, ...ANA], BEN];
const readBack = (bytes: Uint8Array) =>
  readTranscript(bytes).segments.map((one) => [one.startMs, one.endMs, one.speaker, one.text]);

test('tiers that overlap are people who talk at once, and what is no speech is named', async () => {
  const { status, warnings, result } = await app.client.getTranscription(id);
  expect(status).toBe('completed');
  expect(warnings).toMatchObject([
    { code: 'transcript_tiers', message: expect.stringContaining('“bell”') },
  ]);
  expect(result?.segments).toMatchObject([
    { start: 0.2, end: 2.6, speaker: 'Ana "Ani"', text: 'We met in the garden.' },
    { start: 2, end: 3.5, speaker: 'Ben' },
  ]);
});

describe('exports', () => {
  test.each([
    ['eaf', 'text/x-eaf+xml;charset=utf-8', 'Two at once.eaf'],
    ['textgrid', 'text/praat-textgrid;charset=utf-8', 'Two at once.TextGrid'],
    ['qdpx', 'application/zip', 'Two at once.qdpx'],
  ] as const)('%s comes back as it was', async (format, type, name) => {
    const { file, filename } = await app.client.exportTranscription(id, { format });
    expect([file.type, filename]).toEqual([type, name]);
    const read = readBack(await file.bytes());
    if (format !== 'qdpx') return expect(read).toEqual(SAID);
    // A project has one line of time: the first of two ends where the second begins.
    expect(read).toEqual([[200, 2000, ...ANA], BEN]);
  });

  test('oTranscribe knows beginnings alone', async () => {
    const { file, filename } = await app.client.exportTranscription(id, { format: 'otr' });
    expect(filename).toBe('Two at once.otr');
    expect(readBack(await file.bytes()).map(([from, , ...who]) => [from, ...who])).toEqual(
      SAID.map(([from, , ...who]) => [from, ...who]),
    );
  });

  test('clean wording leaves out fillers and words said twice by mistake', async () => {
    const text = async (format: ExportFormat) => {
      const query = { format, wording: 'clean', timestamps: 'never' } as const;
      return (await app.client.exportTranscription(id, query)).file.text();
    };
    for (const format of ['txt', 'eaf', 'otr', 'srt'] as const) {
      expect((await text(format)).replaceAll(/\s+/g, ' ')).toContain('Yes yes, I think.');
    }
    expect(await text('json')).toContain('Um, yes yes, I I think.');
  });

  test('a project is the same file each time, and one ZIP holds all formats under their names', async () => {
    const project = async () =>
      (await app.client.exportTranscription(id, { format: 'qdpx' })).file.bytes();
    expect(await project()).toEqual(await project());
    const formats = ['eaf', 'textgrid', 'otr', 'qdpx'] as const;
    const zip = await app.client.exportTranscriptions({ ids: [id], formats: [...formats] });
    expect(Object.keys(unzipSync(await zip.bytes())).toSorted()).toEqual([
      'Two at once.TextGrid',
      'Two at once.eaf',
      'Two at once.otr',
      'Two at once.qdpx',
    ]);
  });
});

const run = promisify(execFile);
const hasPraat = await run('praat', ['--version']).then(
  () => true,
  () => false,
);
const SCRIPT = `form Convert
  sentence in in
  sentence out out
endform
Read from file: in$
Save as text file: out$ + ".long"
Save as short text file: out$ + ".short"
Save as chronological text file: out$ + ".chronological"
Save as binary file: out$ + ".binary"
`;

/** Debian: apt-get install --no-install-recommends praat. */
test.skipIf(!hasPraat)('Praat itself reads it, and what Praat writes is read', async () => {
  const at = (name: string) => join(folder, name);
  const { file } = await app.client.exportTranscription(id, { format: 'textgrid' });
  // A letter outside ASCII makes Praat write UTF-16.
  const text = (await file.text()).replaceAll('garden', 'gärden');
  await writeFile(at('in.TextGrid'), text);
  await writeFile(at('script'), SCRIPT);
  await run('praat', ['--run', at('script'), at('in.TextGrid'), at('out')]);
  const said = [[200, 2600, ANA[0], 'We met in the gärden.'], BEN];
  for (const form of ['long', 'short', 'chronological']) {
    expect(readBack(await readFile(at(`out.${form}`)))).toEqual(said);
  }
  const binary = await readFile(at('out.binary'));
  expect(() => readTranscript(binary)).toThrow('This TextGrid is binary');
});
