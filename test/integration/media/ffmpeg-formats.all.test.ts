import { readFile, stat, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import {
  bytesOfS16,
  noise,
  SAMPLES_PER_MS,
  s16FromBytes,
  wavFile,
} from '../../helpers/corpus/audio.ts';
import { prepareDecoding } from '../../helpers/harness/media-decode.ts';

const LENGTH_MS = 3000;
const TONE = ['-f', 'lavfi', '-i', `sine=440:r=44100:d=${LENGTH_MS / 1000}`, '-ac', '2'];

it.each([
  ['mp3', []],
  ['wav', []],
  ['w64', []],
  ['flac', []],
  ['ogg', []],
  ['opus', []],
  ['aac', []],
  ['m4a', []],
  ['mp4', ['-c:a', 'aac']],
  ['mov', ['-c:a', 'alac']],
  ['mkv', []],
  ['webm', ['-c:a', 'libopus']],
  ['aiff', []],
  ['caf', []],
  ['ts', []],
  ['mpg', []],
  ['avi', []],
  ['flv', ['-c:a', 'mp3']],
  ['wma', []],
  ['asf', []],
  ['au', []],
  ['ac3', []],
  ['eac3', []],
])('reads %s', async (extension, codec) => {
  const decoding = await prepareDecoding();
  await decoding.make(...TONE, ...codec, `tone.${extension}`);
  const audio = await decoding.decode(`tone.${extension}`);
  expect(audio.warnings).toEqual([]);
  expect(audio.channels).toBe(2);
  expect(Math.abs(audio.durationMs - LENGTH_MS)).toBeLessThan(120);
  expect((await stat(decoding.output)).size).toBe(audio.samples * 2);
});

it('reads amr, which ffmpeg itself cannot write', async () => {
  const decoding = await prepareDecoding();
  const silentFrame = Buffer.alloc(13); // AMR-NB mode 0 (4.75 kbit/s), 20 ms
  silentFrame[0] = 0x04;
  const frames = Array<Buffer>(50).fill(silentFrame);
  await writeFile(decoding.file('voice.amr'), Buffer.concat([Buffer.from('#!AMR\n'), ...frames]));
  await expect(decoding.decode('voice.amr')).resolves.toMatchObject({ durationMs: 1000 });
});

it('hands 16 kHz mono samples on bit by bit', async () => {
  const decoding = await prepareDecoding();
  const samples = noise(1500, -20);
  await writeFile(decoding.file('a.wav'), wavFile(samples));
  const audio = await decoding.decode('a.wav');
  expect(audio).toEqual({
    durationMs: 1500,
    samples: 24_000,
    channels: 1,
    warnings: [],
    damaged: false,
  });
  expect((await readFile(decoding.output)).equals(bytesOfS16(samples))).toBe(true);
  expect(await decoding.files()).toEqual(['a.wav', 'audio.s16']);
});

it('does not care how a file is named', async () => {
  const decoding = await prepareDecoding();
  await decoding.make(...TONE, '-f', 'flac', 'file:subfile,,start,0,end,9,,:x');
  const audio = await decoding.decode('subfile,,start,0,end,9,,:x');
  expect(audio.durationMs).toBe(LENGTH_MS);
});

it('keeps the place of sound that begins later than its picture', async () => {
  const decoding = await prepareDecoding();
  const picture = ['-f', 'lavfi', '-i', 'color=c=red:s=64x64:r=10:d=5'];
  await decoding.make(...picture, '-itsoffset', '2', ...TONE, '-c:v', 'mpeg4', 'late.mp4');
  const { durationMs } = await decoding.decode('late.mp4');
  const samples = s16FromBytes(await readFile(decoding.output));
  const firstSound = samples.findIndex((sample) => Math.abs(sample) > 500);
  expect(Math.abs(firstSound / SAMPLES_PER_MS - 2000)).toBeLessThan(60);
  expect(Math.abs(durationMs - 5000)).toBeLessThan(120);
});

it('follows the edit list of an mp4 whose index is at its end', async () => {
  const decoding = await prepareDecoding();
  const picture = ['-f', 'lavfi', '-i', 'color=c=red:s=64x64:r=10:d=5'];
  const late = ['-f', 'lavfi', '-i', 'aevalsrc=gt(t\\,3)*sin(2764*t):d=5:s=44100'];
  await decoding.make(...picture, ...late, '-c:v', 'mpeg4', '-g', '600', 'whole.mp4');
  // Only the edit list says that the first second of what is stored is not shown.
  await decoding.make('-ss', '1', '-i', decoding.file('whole.mp4'), '-c', 'copy', 'cut.mp4');
  const bytes = await readFile(decoding.file('cut.mp4'), 'latin1');
  expect(bytes.indexOf('mdat')).toBeLessThan(bytes.indexOf('moov'));
  expect(bytes).toContain('elst');
  const { durationMs } = await decoding.decode('cut.mp4');
  const samples = s16FromBytes(await readFile(decoding.output));
  const firstSound = samples.findIndex((sample) => Math.abs(sample) > 500);
  expect(Math.abs(firstSound / SAMPLES_PER_MS - 2000)).toBeLessThan(60);
  expect(Math.abs(durationMs - 4000)).toBeLessThan(120);
});

it('says how far it is, up to the whole', async () => {
  const decoding = await prepareDecoding();
  await decoding.make(...TONE, 'tone.wav');
  const fractions: (number | null)[] = [];
  await decoding.decode('tone.wav', { onProgress: ({ fraction }) => fractions.push(fraction) });
  expect(fractions).not.toContain(null);
  expect(fractions).toEqual([...fractions].sort((a, b) => Number(a) - Number(b)));
  expect(fractions.at(-1)).toBe(1);
});
