import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportInput } from '../../../src/shared/exports/export-options.ts';
import { shortBytes } from '../../helpers/corpus/recordings.ts';
import { startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { until } from '../../helpers/harness/until.ts';

const VTT = `WEBVTT

00:00.200 --> 00:01.500
<v Ana>Um, we met, uh, the others.

00:01.500 --> 00:02.500
<v Ben>Um.

00:02.500 --> 00:04.000
<v Ana>It was like um late.
`;

let app: TestApp;
let id: string;

beforeAll(async () => {
  app = await startTestApp();
  const upload = async (content: BlobContent, name: string) =>
    (await app.client.uploadFile(new Blob([content]), name)).url;
  const [url, transcript] = [
    await upload(new Uint8Array(shortBytes()), 'a.mp3'),
    await upload(VTT, 'a.vtt'),
  ];
  ({ id } = await app.client.createTranscription({ url, transcript, language: 'en' }));
  await until(async () => (await app.client.getTranscription(id)).status === 'completed');
});
afterAll(() => app.stop());

type BlobContent = string | Uint8Array<ArrayBuffer>;
const exported = async (format: ExportInput['format'], fillers?: ExportInput['fillers']) => {
  const { file } = await app.client.exportTranscription(id, {
    format,
    ...(fillers && { fillers }),
  });
  return file.text();
};

test.each(['txt', 'md', 'csv', 'srt', 'vtt', 'ass'] as const)(
  '%s: without fillers where that is asked for, and with them otherwise',
  async (format) => {
    const usual = await exported(format);
    expect(usual).toContain('Um, we met, uh,');
    const read = await exported(format, 'leave_out');
    expect(read.replaceAll(/\s+/g, ' ')).toContain('We met, the others.');
    expect(read.replaceAll(/\s+/g, ' ')).toContain('It was like late.');
    // Who says nothing else still says it.
    expect(read).toContain('Um.');
    expect(read).not.toMatch(/\buh\b/);
    expect(await exported(format)).toBe(usual);
  },
);

test('JSON has the text as it is stored', async () => {
  expect(await exported('json', 'leave_out')).toBe(await exported('json'));
});
