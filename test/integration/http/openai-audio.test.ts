/** What programs made for OpenAI's audio API are answered, asked by OpenAI's own client. */
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import OpenAI, { APIError, toFile } from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AudioDiarized, AudioError, AudioVerbose } from '../../../src/shared/audio.ts';
import {
  sampleBytes,
  sampleFile,
  sampleTruth,
  shortFile,
} from '../../helpers/corpus/recordings.ts';
import { wordErrorRate } from '../../helpers/corpus/wer.ts';
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
  test('json has the text and how long the recording is', async () => {
    const { data, response } = await openai.audio.transcriptions
      .create({ model, file: createReadStream(sampleFile) })
      .withResponse();
    const { text, duration } = sampleTruth();
    expect(wordErrorRate(data.text, text)).toBeLessThan(0.05);
    expect(data.usage).toEqual({ type: 'duration', seconds: expect.closeTo(duration, 0) });
    const id = response.headers.get('x-transcription-id') ?? '';
    expect((await app.keyClient.getTranscription(id)).result?.text).toBe(data.text);
  });

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

  test('verbose_json has segments, and words where they are asked for', async () => {
    const ask = async (timestamp_granularities: ('word' | 'segment')[] | undefined) =>
      AudioVerbose.strict().parse(
        await openai.audio.transcriptions.create({
          model,
          file: short(),
          response_format: 'verbose_json' as const,
          ...(timestamp_granularities && { timestamp_granularities }),
        }),
      );
    const usual = await ask(undefined);
    expect(usual).toMatchObject({ task: 'transcribe', language: 'english' });
    expect(usual.segments?.map(({ text }) => text).join(' ')).toBe(usual.text);
    expect(usual.words).toBeUndefined();
    const words = await ask(['word']);
    expect(words.words?.map(({ word }) => word).join(' ')).toBe(usual.text);
    expect(words.segments).toBeUndefined();
    const both = await ask(['word', 'segment']);
    expect(both).toMatchObject({ words: words.words, segments: usual.segments });
  });

  test('diarized_json says who speaks', async () => {
    const answer = await openai.audio.transcriptions.create({
      model: 'gpt-4o-transcribe-diarize',
      file: createReadStream(sampleFile),
      response_format: 'diarized_json',
    });
    const { segments, text } = AudioDiarized.strict().parse(answer);
    expect(new Set(segments.map(({ speaker }) => speaker))).toEqual(
      new Set(['Speaker 1', 'Speaker 2']),
    );
    expect(segments.map((segment) => segment.text).join(' ')).toBe(text);
  });
});

describe('a stream', () => {
  test('brings the text bit by bit, and all of it at the end', async () => {
    const stream = await openai.audio.transcriptions.create({ model, file: short(), stream: true });
    let [text, done] = ['', ''];
    for await (const event of stream) {
      if (event.type === 'transcript.text.delta') text += event.delta;
      if (event.type === 'transcript.text.done') done = event.text;
    }
    expect(done).toMatch(/^[A-Z].+\.$/);
    expect(text).toBe(done);
  });

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
  test('language and model are those of the transcription', async () => {
    const { response } = await openai.audio.transcriptions
      .create({ model: 'demo', file: short(), language: 'en', temperature: 0.2 })
      .withResponse();
    const id = response.headers.get('x-transcription-id') ?? '';
    const { model, language } = await app.keyClient.getTranscription(id);
    expect({ model, language }).toEqual({ model: 'demo', language: 'en' });
  });

  test('the prompt becomes the vocabulary', async () => {
    const { response } = await openai.audio.transcriptions
      .create({ model, file: short(), prompt: 'Zoë Marchetti, Kubernetes' })
      .withResponse();
    const id = response.headers.get('x-transcription-id') ?? '';
    const { options } = await app.keyClient.getTranscription(id);
    expect(options.vocabulary).toEqual(['Zoë Marchetti', 'Kubernetes']);
  });

  test('the models are listed in their words too', async () => {
    const models = [];
    for await (const model of openai.models.list()) models.push(model);
    expect(models).toMatchObject([{ id: 'demo', object: 'model', owned_by: 'steno' }]);
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

  test('a wrong key', async () => {
    const stranger = new OpenAI({ baseURL: `${app.url}/v1`, apiKey: 'sk-none', maxRetries: 0 });
    expect(
      await refused(stranger.audio.transcriptions.create({ model, file: short() })),
    ).toMatchObject({ status: 401, code: 'unauthorized', type: 'invalid_request_error' });
  });

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

  test('a form without a file', async () => {
    const body = new FormData();
    body.set('model', model);
    const response = await fetch(`${app.url}/v1/audio/transcriptions`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${app.key}` },
    });
    expect(response.status).toBe(400);
    expect(AudioError.parse(await response.json()).error.param).toBe('file');
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
