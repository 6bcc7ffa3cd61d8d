import { readFile, writeFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { wordErrorRate } from '../../helpers/corpus/wer.ts';
import { startTestApp, transcribe } from '../../helpers/harness/app.ts';
import { prepareDecoding } from '../../helpers/harness/media-decode.ts';

const TONES = ['-f', 'lavfi', '-i', 'sine=d=1', '-f', 'lavfi', '-i', 'sine=d=2'];

test.each(['mkv', 'mp4'])(
  'the audio tracks of an %s are known with their languages',
  async (type) => {
    const decoding = await prepareDecoding();
    const tags = ['-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=deu'];
    await decoding.make(...TONES, '-map', '0', '-map', '1', '-c:a', 'aac', ...tags, `a.${type}`);
    const { tracks } = await decoding.decode(`a.${type}`);
    expect(tracks.map(({ language }) => language)).toEqual(['eng', 'deu']);
  },
);

test('titles are those of the tracks, and the output is not taken for a track', async () => {
  const decoding = await prepareDecoding();
  const titles = ['-metadata:s:a:0', 'title=Microphone', '-metadata', 'title=Whole file'];
  await decoding.make(...TONES, '-map', '0', '-map', '1', '-c:a', 'aac', ...titles, 'a.mkv');
  const { tracks } = await decoding.decode('a.mkv');
  expect(tracks).toEqual([
    { language: null, title: 'Microphone' },
    { language: null, title: null },
  ]);
});

test('a recording with one track has one', async () => {
  const decoding = await prepareDecoding();
  await decoding.make('-f', 'lavfi', '-i', 'sine=d=1', 'a.wav');
  expect((await decoding.decode('a.wav')).tracks).toHaveLength(1);
});

test('the transcription has the words of the first track and says that there are others', async () => {
  const decoding = await prepareDecoding();
  const pool = loadPool();
  const first = asFile(compose(pool, clipsIn('en', 4)));
  const second = asFile(compose(pool, clipsIn('de', 4)));
  await writeFile(decoding.file('first.wav'), first.bytes);
  await writeFile(decoding.file('second.wav'), second.bytes);
  const tags = ['-metadata:s:a:0', 'title=$& Guest', '-metadata:s:a:0', 'language=eng'];
  const inputs = ['-i', 'first.wav', '-i', 'second.wav', '-map', '0', '-map', '1'];
  await decoding.make(...inputs, '-c:a', 'flac', ...tags, 'two.mkv');
  const app = await startTestApp();
  onTestFinished(() => app.stop());
  const two = await readFile(decoding.file('two.mkv'));
  const origin = await serveRecordings({ '/two.mkv': two, '/one.wav': first.bytes });
  onTestFinished(() => origin.close());

  const done = await transcribe(app.client, { url: `${origin.url}/two.mkv` });
  expect(wordErrorRate(first.text, done.result?.text ?? '')).toBeLessThan(0.2);
  const warning = done.warnings.find(({ code }) => code === 'several_tracks');
  expect(warning?.message).toContain('1 of 2 ($& Guest, eng)');

  const plain = await transcribe(app.client, { url: `${origin.url}/one.wav` });
  expect(plain.warnings.map(({ code }) => code)).not.toContain('several_tracks');
});
