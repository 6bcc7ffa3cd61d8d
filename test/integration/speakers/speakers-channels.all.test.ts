import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/main/core/clock.ts';
import { createLogger } from '../../../src/main/core/logger.ts';
import { findSpeech } from '../../../src/main/engine/speech/find-speech.ts';
import {
  measureChannels,
  readChannelLevels,
} from '../../../src/main/media/ffmpeg/channel-levels.ts';
import { decodeToPcm } from '../../../src/main/media/ffmpeg/ffmpeg.ts';
import { findFfmpeg } from '../../../src/main/media/ffmpeg/find-ffmpeg.ts';
import type { Labeler } from '../../../src/main/speakers/labeling.ts';
import { createLabelSpeakers } from '../../../src/main/speakers/labeling-methods.ts';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { loadPool, poolClips, SAMPLES_PER_MS } from '../../helpers/corpus/audio.ts';
import { addRoom, composeDialogue, type Dialogue } from '../../helpers/corpus/dialogues.ts';
import { scoreTurns, scoreWords } from '../../helpers/corpus/diarization-score.ts';
import { poolVoices } from '../../helpers/corpus/pool-voices.ts';
import { compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { asCall, blend, interleave, keepOnly, stereoWav } from '../../helpers/corpus/stereo.ts';
import { quickEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import {
  makeTempFolder,
  startTestApp,
  type TestApp,
  transcribe,
} from '../../helpers/harness/app.ts';
import { labelHere } from '../../helpers/harness/label-here.ts';
import { runSteno } from '../../helpers/harness/service-process.ts';

const HIM = 'en-us+m3';
const HER = 'en-gb-x-rp+f3';
const { signal } = new AbortController();
const model = join(import.meta.dirname, '../../../resources/models/speaker.onnx');
/** What is left without any model: only separate channels tell people apart then. */
const noLabeler: Labeler = () => Promise.reject(new Error('There is none.'));

let pool: Int16Array<ArrayBuffer>;
let folder: string;
let ffmpeg: string;

beforeAll(async () => {
  pool = loadPool();
  folder = await makeTempFolder();
  ffmpeg = await findFfmpeg({ env: process.env });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const file = (name: string) => join(folder, name);
const make = (...args: string[]) =>
  execa(ffmpeg, ['-v', 'error', '-y', ...args], { cwd: folder, stdin: 'ignore' });

/** Writes interleaved samples as a WAV file, or encodes them, and returns the file's name. */
async function encode(stereo: Int16Array, name: string): Promise<string> {
  await writeFile(file('stereo.wav'), stereoWav(stereo));
  if (name.endsWith('.wav')) await rename(file('stereo.wav'), file(name));
  else await make('-i', 'stereo.wav', name);
  return name;
}

async function measure(name: string): Promise<string | null> {
  const [input, output] = [file(name), file('channels.f32')];
  return measureChannels({ ffmpeg, input, output, clock: systemClock, signal });
}

async function label(name: string, labeler: Labeler, expected: number | null = null) {
  const path = file('audio.s16');
  const reading = { ffmpeg, input: file(name), clock: systemClock, signal };
  const { channels } = await decodeToPcm({ ...reading, output: path });
  expect(channels).toBe(2);
  const measured = await measure(name);
  const levels = measured === null ? null : await readChannelLevels(measured);
  const { regions } = await findSpeech({ path, signal }, null);
  const speakers = createLabelSpeakers({
    label: labeler,
    model: async () => model,
    turnModel: async () => null,
    logger: createLogger('silent'),
  });
  return speakers({ path, regions, levels, expected }, { signal });
}

function dialogue(durationMs: number, seed: number): Dialogue {
  const voices = poolVoices(pool).filter(({ name }) => name === HIM || name === HER);
  return composeDialogue({ voices, durationMs, seed, gapMs: [200, 800] });
}

/** What each of the two says, alone. */
function apart({ samples, truth }: Dialogue): [Int16Array, Int16Array] {
  const of = (name: string) => truth.filter(({ speaker }) => speaker === name);
  return [keepOnly(samples, of(HIM)), keepOnly(samples, of(HER))];
}

describe('a call', () => {
  test.each(['call.wav', 'call.m4a'])('%s: each channel is one person', async (name) => {
    const made = dialogue(25_000, 21);
    const labeling = await label(await encode(asCall(...apart(made)), name), noLabeler);
    expect(labeling).toMatchObject({ method: 'channels', count: 2, warning: null });
    expect(labeling.confidence).toBeGreaterThan(0.8);
    const turns = labeling.turns.map((turn) => ({ ...turn, speaker: String(turn.speaker) }));
    const { der } = scoreTurns(made.truth, turns, { unscored: made.pauses });
    expect(der).toBeLessThanOrEqual(0.03);
  });

  test('`steno speakers` goes by its channels too', async () => {
    const name = await encode(asCall(...apart(dialogue(12_000, 24))), 'call.wav');
    const data = ['--data', file('data')];
    const { code, stdout } = await runSteno(['speakers', file(name), '--json', ...data]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ method: 'channels', model: null });
  });

  test('with another number of people, the voices are told apart instead', async () => {
    const name = await encode(asCall(...apart(dialogue(20_000, 22))), 'call.wav');
    expect(await label(name, labelHere, 3)).toMatchObject({ method: 'neural', count: 3 });
    const two = await label(name, labelHere, 2);
    expect(two).toMatchObject({ method: 'channels', count: 2 });
    expect(two.centroids.vectors.length).toBe(2 * two.embeddings.dim);
  });
});

describe('no call', () => {
  let voices: [Int16Array, Int16Array];
  beforeAll(() => {
    voices = apart(dialogue(15_000, 23));
  });

  const delay = (samples: Int16Array, ms: number) =>
    Int16Array.from(samples, (_, index) => samples[index - ms * SAMPLES_PER_MS] ?? 0);

  test.each<[string, (him: Int16Array, her: Int16Array) => Int16Array]>([
    [
      'one channel copied to both',
      (a, b) => interleave(blend([a, 1], [b, 1]), blend([a, 1], [b, 1])),
    ],
    ['one channel and silence', (a, b) => interleave(blend([a, 1], [b, 1]), blend([a, 0]))],
    ['two people panned', (a, b) => interleave(blend([a, 1], [b, 0.5]), blend([a, 0.5], [b, 1]))],
    [
      'people before music to the left',
      (a, b) => interleave(blend([a, 1], [b, 1], [delay(b, 700), 0.3]), blend([a, 1], [b, 1])),
    ],
    [
      'two microphones in a room',
      (a, b) => {
        const near = blend([a, 1], [delay(b, 3), 0.7]);
        const far = blend([delay(a, 3), 0.7], [b, 1]);
        return interleave(addRoom(near, 400, 1), addRoom(far, 400, 2));
      },
    ],
  ])('%s', async (_name, mix) => {
    const labeling = await label(await encode(mix(...voices), 'mix.wav'), noLabeler);
    expect(labeling.method).toBe('single');
  });
});

test('one channel copied to both: the speaker model tells the two voices apart', async () => {
  const made = dialogue(30_000, 42);
  const copied = await encode(interleave(made.samples, made.samples), 'copied.wav');
  const labeling = await label(copied, labelHere);
  expect(labeling).toMatchObject({ method: 'neural', count: 2 });
  const turns = labeling.turns.map((turn) => ({ ...turn, speaker: String(turn.speaker) }));
  const { confusion } = scoreTurns(made.truth, turns, { unscored: made.pauses });
  expect(confusion).toBeLessThan(0.1);
});

test('of a long recording with the same on both sides only the beginning is measured', async () => {
  const tone = ['-f', 'lavfi', '-i', 'sine=duration=900:sample_rate=8000'];
  await make(...tone, '-ac', '2', 'long.wav');
  expect(await measure('long.wav')).toBeNull();
  expect(await readdir(folder)).not.toContain('channels.f32.part');
});

describe('in the app', () => {
  let app: TestApp;
  let origin: Awaited<ReturnType<typeof serveRecordings>>;
  let truth: { endMs: number; voice: string }[];
  let call: Transcription;

  beforeAll(async () => {
    const dataDir = file('app');
    const before = await startTestApp({ dataDir });
    const said = (voice: string) => poolClips().filter((clip) => clip.voice === voice);
    const clips = [0, 1, 2].flatMap((turn) => [said(HIM)[turn], said(HER)[turn]]);
    const talk = compose(
      pool,
      clips.flatMap((clip) => clip ?? []),
    );
    truth = talk.truth;
    const of = (name: string) =>
      keepOnly(
        talk.samples,
        talk.truth.filter(({ voice }) => voice === name),
      );
    await encode(asCall(of(HER), of(HIM)), 'app.wav');
    origin = await serveRecordings({ '/call.wav': await readFile(file('app.wav')) });
    call = await transcribe(before.client, { url: `${origin.url}/call.wav`, language: 'en' });
    await before.stop();
    // From here on it does not count what is said, only whose voice it is.
    const engineFile = await writeProgram(file('engine'), quickEngine);
    app = await startTestApp({ dataDir, engineFile });
  });
  afterAll(async () => {
    await app.stop();
    await origin.close();
  });

  test('the result says that channels told who said which words', () => {
    expect(call.result?.diarization).toMatchObject({
      method: 'channels',
      model: null,
      speaker_count: 2,
      warning: null,
    });
    const words = (call.result?.segments ?? []).flatMap(({ speaker, words }) =>
      words.map(({ start }) => ({ speaker, atMs: start * 1000 })),
    );
    const voices = words.map(({ atMs }) => truth.find(({ endMs }) => atMs < endMs)?.voice ?? HER);
    const wrong = scoreWords(
      voices,
      words.map(({ speaker }) => speaker),
    );
    expect(wrong).toBeLessThan(0.03);
  });

  test('labeled again with another number it goes by voices, and back by channels', async () => {
    const one = await app.client.labelSpeakers(call.id, { speakers_expected: 1 });
    expect(one.result?.diarization).toMatchObject({ method: 'neural', speaker_count: 1 });
    const again = await app.client.labelSpeakers(call.id, { speakers_expected: null });
    expect(again.result?.diarization).toMatchObject(call.result?.diarization ?? {});
    const texts = (done: Transcription) =>
      done.result?.segments.map(({ speaker, text }) => `${speaker}: ${text}`);
    expect(texts(again)).toEqual(texts(call));
  });

  test('a named voice is known in a later call', async () => {
    await app.client.renameSpeaker(call.id, 2, { name: 'Anna', remember: true });
    const url = `${origin.url}/call.wav`;
    const later = await transcribe(app.client, { url, language: 'en', speaker_recognition: true });
    expect(later.result?.speakers.map(({ name }) => name)).toEqual([null, 'Anna']);
  });
});
