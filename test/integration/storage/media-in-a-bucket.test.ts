/** A service whose uploads and recordings are in a bucket does what it does with the data folder. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { probe } from '../../helpers/corpus/kept-media.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import {
  ask,
  finished,
  startTestApp,
  type TestApp,
  transcribe,
} from '../../helpers/harness/app.ts';
import { type S3Server, startS3Server } from '../../helpers/servers/s3-server.ts';

const recording = asFile(compose(loadPool(), clipsIn('en', 3)));
/** Where its samples begin, which no player asks for alone. */
const SOUND_AT = 1000;

let server: S3Server;
let app: TestApp;
let origin: Awaited<ReturnType<typeof serveRecordings>>;
beforeAll(async () => {
  server = await startS3Server();
  app = await startTestApp({ storage: server.config() });
  origin = await serveRecordings({ '/talk.wav': recording.bytes });
});
afterAll(async () => {
  await app.stop();
  await origin.close();
  await server[Symbol.asyncDispose]();
});

const upload = async ({ client }: TestApp): Promise<Transcription> => {
  const blob = new Blob([new Uint8Array(recording.bytes)]);
  const { url } = await client.uploadFile(blob, 'talk.wav');
  return transcribe(client, { url });
};
const below = (id: string) => server.keys().filter((key) => key.includes(id));
const play = (id: string, range?: string) =>
  fetch(`${app.url}/v1/transcriptions/${id}/media`, {
    headers: { authorization: `Bearer ${app.key}`, ...(range && { range }) },
  });
/** What is made of the recording alone. */
const textOf = ({ result }: Transcription) =>
  JSON.stringify([result?.segments, result?.structured]);

let uploaded: Transcription;
let linked: Transcription;

describe('a transcription', () => {
  test('of an upload and of a link has the same text as with the data folder', async () => {
    const plain = await startTestApp();
    const expected = textOf(await upload(plain));
    await plain.stop();
    uploaded = await upload(app);
    linked = await transcribe(app.client, { url: `${origin.url}/talk.wav` });
    expect([uploaded, linked].map(textOf)).toEqual([expected, expected]);
    for (const { id } of [uploaded, linked]) {
      expect(below(id)).toEqual([
        `steno/recordings/${id}/media`,
        `steno/recordings/${id}/waveform`,
      ]);
      expect(await app.client.getWaveform(id)).not.toHaveLength(0);
    }
    for (const folder of ['files', 'recordings']) {
      expect(existsSync(join(app.dataDir, folder))).toBe(false);
    }
    expect(readdirSync(join(app.dataDir, 'work'))).toEqual([]);
  });

  test('is played by ranges, and found unchanged', async () => {
    const { id } = uploaded;
    const whole = await play(id);
    expect(whole.status).toBe(200);
    expect(Buffer.from(await whole.arrayBuffer()).equals(recording.bytes)).toBe(true);
    const part = await play(id, `bytes=${SOUND_AT}-${SOUND_AT + 99}`);
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(
      `bytes ${SOUND_AT}-${SOUND_AT + 99}/${recording.bytes.length}`,
    );
    const sound = Buffer.from(await part.arrayBuffer());
    expect(sound.equals(recording.bytes.subarray(SOUND_AT, SOUND_AT + 100))).toBe(true);
    expect((await play(id, `bytes=${recording.bytes.length}-`)).status).toBe(416);
    const etag = whole.headers.get('etag') ?? '';
    const again = await ask(`${app.url}/v1/transcriptions/${id}/media`, {
      headers: { authorization: `Bearer ${app.key}`, 'if-none-match': etag },
    });
    expect(again.status).toBe(304);
  });

  test('is made again from what is kept, with nothing fetched from elsewhere', async () => {
    const asked = () => origin.requests.filter(({ path }) => path === '/talk.wav').length;
    const before = asked();
    const { id } = await app.client.transcribeAgain(linked.id, {});
    const second = await finished(app.client, id);
    expect(textOf(second)).toBe(textOf(linked));
    expect(asked()).toBe(before);
    await app.client.deleteTranscription(linked.id);
    expect(below(linked.id)).toEqual([]);
    expect((await play(id)).status).toBe(200);
  });
});

describe('of a recording in the bucket', () => {
  test('a clip is made, and leaves no copy behind', async () => {
    const url = `${app.url}/v1/transcriptions/${uploaded.id}/clip?from=0&to=1`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${app.key}` } });
    expect(answer.status).toBe(200);
    const clip = join(app.dataDir, 'clip');
    writeFileSync(clip, Buffer.from(await answer.arrayBuffer()));
    expect(probe(clip).seconds).toBeCloseTo(1, 1);
    await expect.poll(() => readdirSync(join(app.dataDir, 'work'))).toEqual([]);
  });

  test('a page has it in it', async () => {
    const url = `${app.url}/v1/transcriptions/${uploaded.id}/export?format=html`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${app.key}` } });
    const base64 = recording.bytes.subarray(0, 3000).toString('base64');
    expect(await answer.text()).toContain(base64);
  });

  test('a quote says how long an upload is without fetching it', async () => {
    const before = server.requests.length;
    const quote = await app.client.quoteTranscription({ url: uploaded.source.url });
    expect(quote.recording_bytes).toBe(recording.bytes.length);
    expect(Math.ceil(quote.duration_seconds ?? 0)).toBe(uploaded.duration_seconds);
    const reads = server.requests.slice(before).filter((it) => it.operation === 'GetObject');
    expect(reads.length).toBeLessThanOrEqual(2);
  });

  test('the storage of the settings counts what is in the bucket', async () => {
    const { bytes } = server.objects.get(`steno/recordings/${uploaded.id}/media`) ?? { bytes: 0 };
    await app.client.trashTranscription(uploaded.id);
    const storage = await app.client.getStorage();
    expect(storage.media).toBe('s3://media/steno');
    expect(storage.trash_bytes).toBeGreaterThanOrEqual(2 * bytes);
    expect(storage.recordings_bytes).toBeGreaterThanOrEqual(bytes);
  });

  test('all goes with it when it is deleted', async () => {
    const file = uploaded.source.url.replace('steno://files/', '');
    expect(below(file)).toEqual([`steno/files/${file}`]);
    await app.client.deleteTranscription(uploaded.id);
    expect([...below(uploaded.id), ...below(file)]).toEqual([]);
  });

  test('all of it lies below the prefix, and nothing else does', () => {
    expect(server.keys().every((key) => key.startsWith('steno/'))).toBe(true);
    expect(server.uploads.size).toBe(0);
    expect(server.keys().filter((key) => key.includes('probe'))).toEqual([]);
  });
});
