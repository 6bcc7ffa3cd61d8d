import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StartLabelProcess } from '../../../src/main/speakers/label-process.ts';
import { startNodeLabelProcess } from '../../../src/main/speakers/node-label-process.ts';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { startTestApp, type TestApp, transcribe } from '../../helpers/app.ts';
import { loadPool, poolClips } from '../../helpers/audio.ts';
import { asFile, compose, serveRecordings } from '../../helpers/recordings.ts';

const HIM = 'en-us+m3';
const HER = 'en-gb-x-rp+f3';

/** As where sherpa-onnx-node is missing: every attempt with a speaker model ends. */
const withoutModel: StartLabelProcess = () => {
  const child = startNodeLabelProcess();
  return {
    ...child,
    post: (request) =>
      request.source.kind === 'samples' && request.source.model !== null
        ? child.kill()
        : child.post(request),
  };
};

let app: TestApp;
let origin: Awaited<ReturnType<typeof serveRecordings>>;

beforeAll(async () => {
  app = await startTestApp({}, { startLabelProcess: withoutModel });
  const pool = loadPool();
  const said = (voice: string, from: number, to: number) =>
    poolClips()
      .filter((clip) => clip.voice === voice)
      .slice(from, to);
  const talk = (from: number, to: number) => {
    const hers = said(HER, from, to);
    const clips = said(HIM, from, to).flatMap((his, turn) => [his, hers[turn] ?? his]);
    return asFile(compose(pool, clips)).bytes;
  };
  origin = await serveRecordings({ '/talk.wav': talk(0, 9), '/later.wav': talk(9, 18) });
});
afterAll(async () => {
  await app.stop();
  await origin.close();
});

const hear = (path: string): Promise<Transcription> =>
  transcribe(app.client, {
    ...{ url: `${origin.url}${path}`, language: 'en', speakers_expected: 2 },
    speaker_recognition: true,
  });

test('without a speaker model, a named voice is known again by pitch and sound, and can be forgotten', async () => {
  const first = await hear('/talk.wav');
  expect(first.result?.diarization).toMatchObject({ method: 'acoustic', model: null });
  await app.client.renameSpeaker(first.id, 2, { name: 'Anna' });
  const { data } = await app.client.listVoices();
  expect(data.map(({ name }) => name)).toEqual(['Anna']);
  const later = await hear('/later.wav');
  expect(later.result?.speakers).toMatchObject([
    { name: null, voice_id: null },
    { name: 'Anna', voice_id: data[0]?.id },
  ]);
  await app.client.renameSpeaker(first.id, 2, { name: null });
  expect((await app.client.listVoices()).data).toEqual([]);
});

test('labels made anew keep what is known of a voice', async () => {
  const first = await hear('/talk.wav');
  await app.client.labelSpeakers(first.id, { speakers_expected: 1 });
  await app.client.labelSpeakers(first.id, { speakers_expected: 2 });
  await app.client.renameSpeaker(first.id, 2, { name: 'Bo' });
  expect((await app.client.listVoices()).data.map(({ name }) => name)).toEqual(['Bo']);
  const later = await hear('/later.wav');
  expect(later.result?.speakers.map(({ name }) => name)).toEqual([null, 'Bo']);
});
