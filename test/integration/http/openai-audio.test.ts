/** What programs made for OpenAI's audio API are answered, asked by OpenAI's own client. */
import { createReadStream } from 'node:fs';
import OpenAI, { APIError } from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AudioDiarized, AudioError, AudioVerbose } from '../../../src/shared/openai-audio.ts';
import { sampleFile, sampleTruth, shortFile } from '../../helpers/corpus/recordings.ts';
import { wordErrorRate } from '../../helpers/corpus/wer.ts';
import { startTestApp, type TestApp } from '../../helpers/harness/app.ts';

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

  test('the models are listed in their words too', async () => {
    const models = [];
    for await (const model of openai.models.list()) models.push(model);
    expect(models).toMatchObject([{ id: 'demo', object: 'model', owned_by: 'steno' }]);
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

  test('a wrong key', async () => {
    const stranger = new OpenAI({ baseURL: `${app.url}/v1`, apiKey: 'sk-none', maxRetries: 0 });
    expect(
      await refused(stranger.audio.transcriptions.create({ model, file: short() })),
    ).toMatchObject({ status: 401, code: 'unauthorized', type: 'invalid_request_error' });
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
});
