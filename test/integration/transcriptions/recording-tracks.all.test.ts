/** Of several audio tracks one is transcribed, or all of them mixed, or each as a speaker of its own. */
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../../src/main/core/clock.ts';
import { decodeToPcm } from '../../../src/main/media/ffmpeg/ffmpeg.ts';
import { findFfmpeg } from '../../../src/main/media/ffmpeg/find-ffmpeg.ts';
import type { TrackChoice } from '../../../src/shared/transcription/tracks.ts';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { serveRecordings, shortBytes } from '../../helpers/corpus/recordings.ts';
import { type TrackedTalk, trackedTalk } from '../../helpers/corpus/tracks.ts';
import { wordErrorRate } from '../../helpers/corpus/wer.ts';
import { quickEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import {
  finished,
  makeTempFolder,
  startTestApp,
  type TestApp,
  transcribe,
} from '../../helpers/harness/app.ts';
import { prepareDecoding } from '../../helpers/harness/media-decode.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';
import { shellWord, writeScript } from '../../helpers/harness/shell-script.ts';

let app: TestApp;
/** One that listens less well, where it does not count what is said. */
let quick: TestApp;
let folder: string;
let talk: TrackedTalk;
let origin: Awaited<ReturnType<typeof serveRecordings>>;

beforeAll(async () => {
  folder = await makeTempFolder();
  app = await startTestApp();
  const engineFile = await writeProgram(join(folder, 'engine'), quickEngine);
  quick = await startTestApp({ engineFile }, { tasks: ONE_VOICE });
  talk = await trackedTalk();
  origin = await serveRecordings({
    '/talk.mkv': talk.bytes,
    '/quiet.mp4': (await trackedTalk('mp4', { beas: 0.05 })).bytes,
    '/obs.mkv': (await trackedTalk('mkv', { third: 'both' })).bytes,
    '/short.mp3': shortBytes(),
  });
});
afterAll(async () => {
  await app.stop();
  await quick.stop();
  await origin.close();
  await rm(folder, { recursive: true });
});

const PLAIN = { language: 'en', structure: false };
const transcribeTrack = (track: TrackChoice | null, file = 'talk.mkv', { client } = app) =>
  transcribe(client, { url: `${origin.url}/${file}`, track, ...PLAIN });
/** A recording that the test has made. */
async function transcribeFile(path: string, track: TrackChoice): Promise<Transcription> {
  const blob = new Blob([await readFile(path)]);
  const { url } = await quick.client.uploadFile(blob, 'made.mkv');
  return transcribe(quick.client, { url, track });
}
const results = new Map<TrackChoice | null, Promise<Transcription>>();
/** Of the talk, for tests that leave it as it is. */
const transcribeTrackOnce = (track: TrackChoice | null) => {
  const known = results.get(track) ?? transcribeTrack(track);
  results.set(track, known);
  return known;
};
const codes = ({ warnings }: Transcription) => warnings.map(({ code }) => code);
const errorsIn = (text: string, { result }: Transcription) =>
  wordErrorRate(text, result?.text ?? '');

/** How loud what is played is while each of the two speaks, as a mean square. */
async function played(
  { id }: Transcription,
  { dataDir } = app,
): Promise<Record<'Ada' | 'Bea', number>> {
  const decoding = await prepareDecoding();
  await copyFile(join(dataDir, 'recordings', id, 'media'), decoding.file('media'));
  await decoding.decode('media');
  const bytes = await readFile(decoding.output);
  const meanIn = (name: string) => {
    let [sum, count] = [0, 0];
    for (const span of talk.truth.filter((one) => one.name === name)) {
      for (let at = span.startMs * 32; at + 1 < Math.min(bytes.length, span.endMs * 32); at += 2) {
        sum += (bytes.readInt16LE(at) / 32_768) ** 2;
        count += 1;
      }
    }
    return sum / count;
  };
  return { Ada: meanIn('Ada'), Bea: meanIn('Bea') };
}

describe('which tracks are transcribed', () => {
  test('the one that players begin with, unless another is chosen; a warning says so', async () => {
    const done = await transcribeTrackOnce(null);
    expect(errorsIn(talk.bea, done)).toBeLessThan(0.15);
    expect(done.source.tracks).toMatchObject([
      { number: 1, title: 'Ada Ruiz', default: false },
      { number: 2, title: 'Bea Lund', language: 'eng', default: true },
      { number: 3, title: 'Track 3', default: false },
    ]);
    const warning = done.warnings.find(({ code }) => code === 'several_tracks');
    expect(warning?.message).toContain(
      '2 of 3 (Bea Lund, English), the one that players begin with.',
    );
    const { Ada, Bea } = await played(done);
    expect(Bea).toBeGreaterThan(100 * Ada);
  });

  test('a track by its number, which is also what is played', async () => {
    const done = await transcribeTrackOnce(1);
    expect(errorsIn(talk.ada, done)).toBeLessThan(0.15);
    expect(codes(done)).not.toContain('several_tracks');
    expect(done.options.track).toBe(1);
    const { Ada, Bea } = await played(done);
    expect(Ada).toBeGreaterThan(100 * Bea);
  });

  test('all of them mixed, each as loud as it is alone', async () => {
    const [alone, mixed] = [await transcribeTrackOnce(1), await transcribeTrackOnce('mix')];
    expect(errorsIn(talk.text, mixed)).toBeLessThan(0.15);
    expect(codes(mixed)).not.toContain('several_tracks');
    expect(mixed.result?.diarization.method).not.toBe('channels');
    const { Ada, Bea } = await played(mixed);
    const loud = (await played(alone)).Ada;
    expect(Ada / loud).toBeGreaterThan(0.8);
    expect(Ada / loud).toBeLessThan(1.25);
    expect(Bea).toBeGreaterThan(loud / 10);
  });

  test.each([
    ['of Matroska', 'talk.mkv'],
    ['of MP4, one of them 26 dB quieter', 'quiet.mp4'],
    ['beside a third with the mix of both, as OBS records it', 'obs.mkv'],
  ])('each as a speaker with the name of the track: two %s', async (_tracks, file) => {
    const done = await (file === 'talk.mkv'
      ? transcribeTrackOnce('speakers')
      : transcribeTrack('speakers', file));
    expect(errorsIn(talk.text, done)).toBeLessThan(0.15);
    expect(done.result?.diarization).toMatchObject({ method: 'channels', speaker_count: 2 });
    expect(done.result?.speakers.map(({ name }) => name)).toEqual(['Ada Ruiz', 'Bea Lund']);
    for (const { startMs, endMs, name } of talk.truth) {
      const middle = (startMs + endMs) / 2000;
      const said = done.result?.segments.find(({ start, end }) => start <= middle && middle < end);
      expect(said?.speaker, `at ${middle} s`).toContain(name);
    }
    expect(codes(done)).not.toContain('speakers_uncertain');
  });
});

describe('another choice for the same recording', () => {
  test('a link is not fetched again, though what was played has one track', async () => {
    const first = await transcribeTrackOnce(null);
    // It is deleted in the course of this.
    results.delete(null);
    const before = origin.requests.length;
    const { id } = await app.client.transcribeAgain(first.id, { track: 'speakers' });
    const second = await finished(app.client, id);
    expect(errorsIn(talk.text, second)).toBeLessThan(0.15);
    const { Ada, Bea } = await played(second);
    expect(Math.min(Ada, Bea)).toBeGreaterThan(Math.max(Ada, Bea) / 10);
    await app.client.deleteTranscription(first.id);

    const third = await app.client.transcribeAgain(id, { track: 1 });
    expect(errorsIn(talk.ada, await finished(app.client, third.id))).toBeLessThan(0.15);
    expect(origin.requests.length).toBe(before);
  });

  test('what the tracks say of the speakers can be undone by how many there are', async () => {
    const done = await transcribeTrackOnce('speakers');
    await app.client.labelSpeakers(done.id, { speakers_expected: 1 });
    expect((await app.client.getTranscription(done.id)).result?.diarization.speaker_count).toBe(1);
    await app.client.labelSpeakers(done.id, { speakers_expected: null });
    const back = await app.client.getTranscription(done.id);
    expect(back.result?.diarization).toMatchObject({ method: 'channels', speaker_count: 2 });
  });

  test('the same request with another track is not the same', async () => {
    const ask = { url: `${origin.url}/talk.mkv`, ...PLAIN };
    const [one] = [await app.client.createOrFindTranscription({ ...ask, track: 1 })];
    const two = await app.client.createOrFindTranscription({ ...ask, track: 3 });
    expect([one.found, two.found]).toEqual([true, false]);
    await finished(app.client, two.transcription.id);
  });
});

describe('what cannot be', () => {
  test('a track that is not there ends it and says how many there are', async () => {
    const failed = await transcribeTrack(7, 'talk.mkv', quick);
    expect(failed).toMatchObject({
      status: 'failed',
      error: { code: 'no_such_track', stage: 'decoding', retryable: false },
    });
    expect(failed.error?.message).toContain('3 audio tracks, and no track 7');
    expect(failed.source.tracks).toHaveLength(3);
    expect((await transcribeTrack(2, 'short.mp3', quick)).error?.message).toContain(
      'one audio track',
    );
  });

  test('a single track is transcribed whatever was chosen; as speakers it says so', async () => {
    const mixed = await transcribeTrack('mix', 'short.mp3', quick);
    expect(mixed).toMatchObject({ status: 'completed' });
    expect(codes(mixed)).not.toContain('single_track');
    const spoken = await transcribeTrack('speakers', 'short.mp3', quick);
    expect(codes(spoken)).toContain('single_track');
    expect(spoken.result?.text).toBe(mixed.result?.text);
  });

  test('more tracks than can be mixed are refused, one of them is transcribed', async () => {
    const decoding = await prepareDecoding();
    const maps = Array.from({ length: 21 }, () => ['-map', '0']).flat();
    const tones = ['-f', 'lavfi', '-i', 'sine=d=0.3'];
    await decoding.make(...tones, ...maps, '-c:a', 'aac', 'many.mkv');
    const refused = await transcribeFile(decoding.file('many.mkv'), 'mix');
    expect(refused.error).toMatchObject({ code: 'too_many_tracks', retryable: false });
    const last = await transcribeFile(decoding.file('many.mkv'), 21);
    expect(last).toMatchObject({ status: 'completed' });
  });

  test.each([0, -1, 1.5, 'both', '2', true])('%j is no choice', async (track) => {
    const asked = app.client.createTranscription({
      url: `${origin.url}/talk.mkv`,
      track: track as TrackChoice,
    });
    await expect(asked).rejects.toMatchObject({ code: 'invalid_request', param: 'track' });
  });
});

test.runIf(process.platform === 'linux')(
  'tracks that take too much memory to be mixed for the player are played as they were heard',
  async () => {
    const { file } = await prepareDecoding();
    const real = await findFfmpeg({ env: process.env });
    const program = await writeScript(
      file('forgetful-ffmpeg'),
      'case "$*" in *amix*) exit 1;; esac',
      `exec ${shellWord(real)} "$@"`,
    );
    vi.stubEnv('STENO_FFMPEG', program);
    onTestFinished(() => void vi.unstubAllEnvs());
    const done = await transcribeTrack('mix', 'talk.mkv', quick);
    expect(done.result?.media?.type).toBe('audio/webm');
    const { Ada, Bea } = await played(done, quick);
    expect(Math.min(Ada, Bea)).toBeGreaterThan(Math.max(Ada, Bea) / 10);
  },
);

test('nothing of the single tracks stays', async () => {
  const done = await transcribeTrackOnce('speakers');
  const kept = await readdir(join(app.dataDir, 'recordings', done.id));
  expect(kept.sort()).toEqual(['media', 'request.json', 'source', 'waveform']);
  expect(await readdir(join(app.dataDir, 'work')).catch(() => [])).toEqual([]);
});

test('a track on which there is nothing is silent, one that cannot be read is told of', async () => {
  const decoding = await prepareDecoding();
  const { file, make } = decoding;
  await writeFile(file('short.mp3'), shortBytes());
  await writeFile(file('nothing.s16'), '');
  const [sound, nothing] = [
    ['-i', 'short.mp3'],
    ['-f', 's16le', '-i', 'nothing.s16'],
  ];
  const both = ['-map', '0', '-map', '1', '-c:a', 'aac'];
  await make(...sound, ...nothing, ...both, 'empty.mkv');
  await make(...sound, ...sound, ...both, 'whole.mkv');
  const broken = await readFile(file('whole.mkv'));
  // The second track is of a codec that there is not.
  broken.write('A_XXX', broken.lastIndexOf('A_AAC'), 'latin1');
  await writeFile(file('broken.mkv'), broken);
  const empty = await transcribeFile(file('empty.mkv'), 'mix');
  const unreadable = await transcribeFile(file('broken.mkv'), 'mix');
  expect(empty.source.tracks).toHaveLength(2);
  expect(codes(empty)).not.toContain('truncated_input');
  expect(codes(unreadable)).toContain('truncated_input');
  expect(unreadable.result?.text).toBe(empty.result?.text);
});

test('tracks that begin late or end early keep their times in the mix', async () => {
  const decoding = await prepareDecoding();
  const late = ['-itsoffset', '3', '-f', 'lavfi', '-i', 'sine=f=440:d=1'];
  const maps = ['-map', '0', '-map', '1', '-c:a', 'flac'];
  await decoding.make('-f', 'lavfi', '-i', 'sine=f=300:d=1', ...late, ...maps, 'late.mkv');
  const reading = {
    ffmpeg: await findFfmpeg({ env: process.env }),
    input: decoding.file('late.mkv'),
    clock: systemClock,
    signal: new AbortController().signal,
  };
  const { durationMs } = await decodeToPcm({ ...reading, track: 2, output: decoding.output });
  expect(durationMs).toBeGreaterThan(3900);
  const done = await transcribeFile(decoding.file('late.mkv'), 'mix');
  expect(done.duration_seconds).toBe(4);
  const waveform = [...(await quick.client.getWaveform(done.id))];
  const loudAt = (seconds: number) => (waveform[seconds * 8] ?? 0) > 3;
  expect([0.5, 1.5, 2.5, 3.5].map(loudAt)).toEqual([true, false, false, true]);
  expect(codes(done)).not.toContain('truncated_input');
});
