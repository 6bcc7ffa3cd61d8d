/** What programs made for OpenAI's audio API are answered, asked by OpenAI's own client. */
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import OpenAI, { APIError, toFile } from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AudioError } from '../../../src/shared/openai-audio.ts';
import { sampleBytes, shortBytes, shortFile } from '../../helpers/corpus/recordings.ts';
import { startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { until } from '../../helpers/harness/until.ts';

let app: TestApp;
let openai: OpenAI;
const model = 'whisper-1';
beforeAll(async () => {
  app = await startTestApp();
  openai = new OpenAI({ baseURL: `${app.url}/v1`, apiKey: app.key, maxRetries: 0 });
});
afterAll(() => app.stop());

const short = () => createReadStream(shortFile);

describe('each format', () => {
  test('text is the text alone', async () => {
    const text = await openai.audio.transcriptions.create({
      model,
      file: short(),
      response_format: 'text',
    });
    expect(text).toMatch(/^[A-Z].+\.\n$/);
  });

  test.each(['srt', 'vtt'] as const)('%s is a file of subtitles', async (response_format) => {
    const file = await openai.audio.transcriptions.create({
      model,
      file: short(),
      response_format,
    });
    const first = response_format === 'srt' ? /^1\n00:00:00,\d{3} --> / : /^WEBVTT\n\n/;
    expect(file).toMatch(first);
  });
});

describe('a stream', () => {
  test('says who speaks where that is asked for', async () => {
    const stream = await openai.audio.transcriptions.create({
      model,
      file: short(),
      stream: true as const,
      response_format: 'diarized_json' as const,
    });
    const types: string[] = [];
    for await (const event of stream) types.push(event.type);
    expect(types).toContain('transcript.text.segment');
    expect(types.at(-1)).toBe('transcript.text.done');
  });

  test('ends with the error of what fails on the way', async () => {
    const file = await toFile(Buffer.from('no recording'), 'a.mp3');
    const stream = await openai.audio.transcriptions.create({ model, file, stream: true });
    const read = async () => {
      for await (const _ of stream);
    };
    await expect(read()).rejects.toThrow(/not an audio or video file/);
  });
});

describe('what is asked for', () => {
  test('the prompt becomes the vocabulary', async () => {
    const { response } = await openai.audio.transcriptions
      .create({ model, file: short(), prompt: 'Zoë Marchetti, Kubernetes' })
      .withResponse();
    const id = response.headers.get('x-transcription-id') ?? '';
    const { options } = await app.keyClient.getTranscription(id);
    expect(options.vocabulary).toEqual(['Zoë Marchetti', 'Kubernetes']);
  });

  test.each([
    ['en-US', 'en'],
    ['EN', 'en'],
    ['auto', null],
    ['', null],
  ])('the language may be as programs send it: "%s"', async (language, asked) => {
    const { response } = await openai.audio.transcriptions
      .create({ model, file: short(), language })
      .withResponse();
    const id = response.headers.get('x-transcription-id') ?? '';
    expect((await app.keyClient.getTranscription(id)).options.language).toBe(asked);
  });

  test('fields that Steno does not know are ignored, however long they are', async () => {
    const { text } = await openai.audio.transcriptions.create({
      model: 'gpt-4o-transcribe-diarize',
      file: short(),
      known_speaker_names: ['Ana'],
      known_speaker_references: [`data:audio/wav;base64,${'A'.repeat(400_000)}`],
    });
    expect(text).toMatch(/^[A-Z].+\.$/);
  });

  test('Python writes what is not so with a capital', async () => {
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(shortBytes())]), 'a.mp3');
    body.set('stream', 'False');
    const headers = { authorization: `Bearer ${app.key}` };
    const url = `${app.url}/v1/audio/transcriptions`;
    const answer = await fetch(url, { method: 'POST', body, headers });
    expect(await answer.json()).toMatchObject({ text: expect.stringMatching(/\.$/) });
  });

  test('hanging up cancels it', async () => {
    const leaving = new AbortController();
    const before = await app.keyClient.listTranscriptions();
    const asked = openai.audio.transcriptions.create(
      { model, file: await toFile(sampleBytes(), 'long.mp3') },
      { signal: leaving.signal },
    );
    const newest = async () => (await app.keyClient.listTranscriptions()).data[0];
    await until(async () => (await newest())?.id !== before.data[0]?.id);
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await until(async () => (await newest())?.error?.code === 'canceled');
  });
});

describe('what is refused is told as such programs read it', () => {
  const refused = async (asked: Promise<unknown>) => {
    const error = await asked.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(APIError);
    const { status, error: body } = error as InstanceType<typeof APIError>;
    return { status, ...AudioError.parse({ error: body }).error };
  };
  const transcriptions = () => openai.audio.transcriptions;
  const uploads = () => readdir(join(app.dataDir, 'files'));

  test('a model that is not there, and its upload is not kept', async () => {
    const before = await uploads();
    const answer = await refused(transcriptions().create({ model: 'none', file: short() }));
    expect(answer).toMatchObject({ status: 400, param: 'model' });
    expect(await uploads()).toEqual(before);
  });

  test('a translation by a model that makes none', async () => {
    const answer = await refused(openai.audio.translations.create({ model, file: short() }));
    expect(answer).toMatchObject({ status: 422, code: 'translation_unsupported' });
  });

  test('a format that is none', async () => {
    const response_format = 'docx' as 'json';
    const answer = await refused(
      transcriptions().create({ model, file: short(), response_format }),
    );
    expect(answer).toMatchObject({ status: 400, param: 'response_format' });
  });

  test('a file that is no recording', async () => {
    const file = await toFile(Buffer.from('no recording'), 'a.mp3');
    const answer = await refused(transcriptions().create({ model, file }));
    expect(answer).toMatchObject({ status: 422, type: 'invalid_request_error' });
  });

  test('formats that cannot be streamed', async () => {
    const answer = await refused(
      transcriptions().create({
        model,
        file: short(),
        response_format: 'srt' as 'json',
        stream: true as const,
      }),
    );
    expect(answer).toMatchObject({ status: 400, param: 'stream' });
  });
});
