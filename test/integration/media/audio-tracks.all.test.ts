import { expect, test } from 'vitest';
import { systemClock } from '../../../src/main/core/clock.ts';
import { findFfmpeg } from '../../../src/main/media/ffmpeg/find-ffmpeg.ts';
import { makePlaybackCopy, planPlayback } from '../../../src/main/media/ffmpeg/playback-copy.ts';
import { probeMedia } from '../../../src/main/media/ffmpeg/probe.ts';
import { usualTrack } from '../../../src/shared/transcription/tracks.ts';
import { type Decoding, prepareDecoding } from '../../helpers/harness/media-decode.ts';

const TONES = ['-f', 'lavfi', '-i', 'sine=d=1', '-f', 'lavfi', '-i', 'sine=d=2'];
const BOTH = [...TONES, '-map', '0', '-map', '1', '-c:a', 'aac'];

async function probe(decoding: Decoding, name: string) {
  const { signal } = new AbortController();
  const ffmpeg = await findFfmpeg({ env: process.env });
  return probeMedia({ ffmpeg, input: decoding.file(name), clock: systemClock, signal });
}

test.each(['mkv', 'mp4', 'ts'])('the audio tracks of an %s and their languages', async (type) => {
  const decoding = await prepareDecoding();
  const tags = ['-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=deu'];
  await decoding.make(...BOTH, ...tags, `a.${type}`);
  const { tracks } = await probe(decoding, `a.${type}`);
  expect(tracks.map(({ number, language }) => [number, language])).toEqual([
    [1, 'eng'],
    [2, 'deu'],
  ]);
});

test('titles are those of the tracks, not of the file or of the program that wrote it', async () => {
  const decoding = await prepareDecoding();
  const titles = ['-metadata:s:a:0', 'title=Microphone', '-metadata', 'title=Whole file'];
  await decoding.make(...BOTH, ...titles, 'a.mkv');
  const { tracks } = await probe(decoding, 'a.mkv');
  expect(tracks.map(({ title }) => title)).toEqual(['Microphone', null]);

  const names = ['-metadata:s:a:1', 'handler_name=Guest'];
  await decoding.make(...BOTH, ...names, 'a.mp4');
  const named = await probe(decoding, 'a.mp4');
  expect(named.tracks.map(({ title }) => title)).toEqual([null, 'Guest']);
});

test.each([
  ['mkv', ['-disposition:a:0', '0', '-disposition:a:1', 'default'], 2],
  ['mp4', ['-disposition:a:0', '0', '-disposition:a:1', 'default'], 2],
  ['mkv', ['-default_mode', 'passthrough'], 1],
  ['ts', [], 1],
])(
  'players begin with the default track of an %s, else with the first: %j',
  async (type, flags, number) => {
    const decoding = await prepareDecoding();
    await decoding.make(...BOTH, ...flags, `a.${type}`);
    expect(usualTrack((await probe(decoding, `a.${type}`)).tracks)).toBe(number);
  },
);

test('a recording with one track has one, and one without sound none', async () => {
  const decoding = await prepareDecoding();
  await decoding.make('-f', 'lavfi', '-i', 'sine=d=1', 'a.wav');
  expect((await probe(decoding, 'a.wav')).tracks).toMatchObject([{ channels: 1 }]);
  await decoding.make('-f', 'lavfi', '-i', 'testsrc=d=1:s=64x64', '-c:v', 'mpeg4', 'a.mp4');
  expect((await probe(decoding, 'a.mp4')).tracks).toEqual([]);
});

test('the tracks that are transcribed are played', async () => {
  const decoding = await prepareDecoding();
  await decoding.make(...BOTH, 'a.mp4');
  const facts = await probe(decoding, 'a.mp4');
  expect(planPlayback(facts, [1])).toEqual({ make: 'nothing', type: 'audio/mp4' });
  expect(planPlayback(facts, [2])).toMatchObject({ make: 'mp4', audio: 'copy', tracks: [2] });
  expect(planPlayback(facts, [1, 2])).toMatchObject({ make: 'sound', tracks: [1, 2] });

  const picture = ['-f', 'lavfi', '-i', 'testsrc=d=1:s=64x64'];
  const video = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'];
  const all = ['-map', '0', '-map', '1', '-map', '2', '-c:a', 'aac'];
  await decoding.make(...TONES, ...picture, ...all, ...video, 'film.mp4');
  const film = await probe(decoding, 'film.mp4');
  expect(planPlayback(film, [1])).toEqual({ make: 'nothing', type: 'video/mp4' });
  expect(planPlayback(film, [2])).toMatchObject({ type: 'video/mp4', audio: 'copy' });
  const plan = planPlayback(film, [1, 2]);
  expect(plan).toMatchObject({ type: 'video/mp4', audio: 'encode' });
  if (plan.make === 'nothing') return;
  const common = { clock: systemClock, signal: new AbortController().signal };
  const copy = {
    input: decoding.file('film.mp4'),
    output: decoding.file('copy.mp4'),
    ffmpeg: await findFfmpeg({ env: process.env }),
  };
  await makePlaybackCopy({ ...common, ...copy, plan });
  const made = await probe(decoding, 'copy.mp4');
  expect(made).toMatchObject({ tracks: [{ codec: 'aac' }], video: { codec: 'h264' } });
});
