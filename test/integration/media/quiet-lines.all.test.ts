import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QuietLine } from '../../../src/main/core/audio-channels.ts';
import { systemClock } from '../../../src/main/core/clock.ts';
import {
  measureChannels,
  readChannelLevels,
} from '../../../src/main/media/ffmpeg/channel-levels.ts';
import { decodeToPcm } from '../../../src/main/media/ffmpeg/ffmpeg.ts';
import { findFfmpeg } from '../../../src/main/media/ffmpeg/find-ffmpeg.ts';
import { decodeRecording } from '../../../src/main/queue/prepare/decode-recording.ts';
import { findQuietLine } from '../../../src/main/speakers/channels/label-channels.ts';
import {
  type Composed,
  loadPool,
  noise,
  poolClips,
  SAMPLES_PER_MS,
  s16FromBytes,
} from '../../helpers/corpus/audio.ts';
import { addRoom } from '../../helpers/corpus/dialogues.ts';
import { compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { synthesize } from '../../helpers/corpus/sounds.ts';
import { asCall, blend, interleave, keepOnly, stereoWav } from '../../helpers/corpus/stereo.ts';
import { wordErrorRate } from '../../helpers/corpus/wer.ts';
import { makeTempFolder, startTestApp, transcribe } from '../../helpers/harness/app.ts';

const HIM = 'en-us+m3';
const HER = 'en-gb-x-rp+f3';
/** 25 dB */
const MUCH_QUIETER = 10 ** (-25 / 20);

let folder: string;
let talk: Composed;
let him: Int16Array;
let her: Int16Array;

beforeAll(async () => {
  folder = await makeTempFolder();
  const said = (voice: string) => poolClips().filter((clip) => clip.voice === voice);
  const clips = [0, 1, 2, 3].flatMap((turn) => [said(HIM)[turn], said(HER)[turn]]);
  talk = compose(
    loadPool(),
    clips.flatMap((clip) => clip ?? []),
  );
  const of = (voice: string) =>
    keepOnly(
      talk.samples,
      talk.truth.filter((segment) => segment.voice === voice),
    );
  [him, her] = [of(HIM), of(HER)];
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What ffmpeg reads of a recording, and its quiet line. */
async function listen(stereo: Int16Array) {
  const { signal } = new AbortController();
  const input = join(folder, 'stereo.wav');
  await writeFile(input, stereoWav(stereo));
  const reading = {
    ffmpeg: await findFfmpeg({ env: process.env }),
    input,
    clock: systemClock,
    signal,
  };
  const levels = await measureChannels({ ...reading, output: join(folder, 'channels.f32') });
  const quietLine = levels === null ? null : findQuietLine(await readChannelLevels(levels));
  const decode = async (line: QuietLine | null) => {
    const output = join(folder, 'audio.s16');
    const { samples } = await decodeToPcm({ ...reading, output, ...(line && { quietLine: line }) });
    const decoded = s16FromBytes(await readFile(output));
    expect(decoded.length).toBe(samples);
    return decoded;
  };
  return { quietLine, decode };
}

test('of a call, the line that is 25 dB quieter is transcribed too, in its place', async () => {
  const call = stereoWav(asCall(him, blend([her, MUCH_QUIETER])));
  const origin = await serveRecordings({ '/call.wav': call });
  const app = await startTestApp();
  const url = `${origin.url}/call.wav`;
  const { result } = await transcribe(app.client, { url, language: 'en' });
  await app.stop();
  await origin.close();
  const text = talk.truth.map((segment) => segment.text).join(' ');
  expect(wordErrorRate(text, result?.text ?? '')).toBeLessThan(0.1);
  expect(result?.diarization).toMatchObject({ method: 'channels', speaker_count: 2 });
  const starts = (result?.segments ?? []).map(({ start }) => start * 1000);
  for (const { startMs } of talk.truth) {
    expect(Math.min(...starts.map((start) => Math.abs(start - startMs)))).toBeLessThan(300);
  }
});

test('tells how far it is, also while it listens to both lines and mixes them again', async () => {
  const call = stereoWav(asCall(him, blend([her, MUCH_QUIETER])));
  const input = join(folder, 'call.wav');
  await writeFile(input, call);
  const told: number[] = [];
  const { channels } = await decodeRecording({
    ffmpeg: await findFfmpeg({ env: process.env }),
    input,
    output: join(folder, 'call.s16'),
    levels: join(folder, 'call.f32'),
    tracks: [1],
    areSpeakers: false,
    clock: systemClock,
    signal: new AbortController().signal,
    onProgress: ({ fraction }) => told.push(fraction),
  });
  expect(channels).not.toBeNull();
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  for (const [from, to] of [
    [0, 0.5],
    [0.5, 0.75],
    [0.75, 1],
  ] as const) {
    expect(told.filter((fraction) => fraction > from && fraction < to).length).toBeGreaterThan(2);
  }
  expect(told.at(-1)).toBeCloseTo(1, 2);
});

test('the loud line and the length stay as they are', async () => {
  const { quietLine, decode } = await listen(asCall(him, blend([her, MUCH_QUIETER])));
  expect(quietLine?.channel).toBe('right');
  const [plain, level] = [await decode(null), await decode(quietLine)];
  expect(level.length).toBe(plain.length);
  const inTurns = (samples: Int16Array, voice: string) =>
    talk.truth
      .filter((segment) => segment.voice === voice)
      .map(({ startMs, endMs }) =>
        // Where turns meet, one line fades while the other begins.
        samples.subarray((startMs + 400) * SAMPLES_PER_MS, (endMs - 400) * SAMPLES_PER_MS),
      );
  const his = [inTurns(plain, HIM), inTurns(level, HIM)] as const;
  his[0].forEach((turn, index) => {
    const same = his[1][index] ?? new Int16Array(0);
    expect(Math.max(...turn.map((sample, at) => Math.abs(sample - (same[at] ?? 0))))).toBeLessThan(
      2,
    );
  });
  const loudest = (turns: Int16Array[]) => Math.max(...turns.flatMap((turn) => [...turn]));
  const louder = loudest(inTurns(level, HER)) / loudest(inTurns(plain, HER));
  expect(20 * Math.log10(louder)).toBeGreaterThan(10);
});

describe('a line without speech stays as quiet as it is', () => {
  const ms = () => talk.durationMs;
  test.each<[string, () => readonly [samples: Int16Array, gain: number]]>([
    ['hiss', () => [noise(ms(), -45, 4), 1]],
    ['hum', () => [synthesize('hum', ms()), 0.05]],
    ['music', () => [synthesize('tune', ms()), 0.1]],
    ['chords', () => [synthesize('chord', ms()), 0.1]],
    ['nothing', () => [him, 0]],
    ['an echo', () => [Int16Array.from(him, (_, at) => him[at - 700 * SAMPLES_PER_MS] ?? 0), 0.08]],
  ])('%s', async (_name, line) => {
    const near = blend([him, 1], [noise(ms(), -65, 3), 1]);
    const far = blend(line(), [noise(ms(), -70, 5), 1]);
    expect((await listen(interleave(near, far))).quietLine).toBeNull();
  });
});

describe('what is no call, or a call with lines about as loud, is mixed as it is', () => {
  test.each<[string, () => Int16Array]>([
    ['lines 6 dB apart', () => asCall(him, blend([her, 0.5]))],
    [
      'one channel copied, far more quietly',
      () => interleave(talk.samples, blend([talk.samples, 0.05])),
    ],
    [
      'two microphones in a room, one of them far quieter',
      () =>
        interleave(
          addRoom(blend([him, 1], [her, 0.7]), 400, 1),
          blend([addRoom(blend([him, 0.7], [her, 1]), 400, 2), 0.1]),
        ),
    ],
  ])('%s', async (_name, stereo) => {
    expect((await listen(stereo())).quietLine).toBeNull();
  });
});
