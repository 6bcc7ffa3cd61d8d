import { describe, expect, test } from 'vitest';
import { ApiError, createClient, readEvents } from '../../../src/shared/client.ts';

const answering = (status: number, body: string) =>
  createClient({ baseUrl: 'http://service', fetch: async () => new Response(body, { status }) });

describe('the client', () => {
  test('turns a refusal into an error with its code, field and sentence', async () => {
    const error = { code: 'invalid_url', message: 'No.', param: 'url', request_id: 'req_1' };
    const refused = answering(400, JSON.stringify({ error })).createTranscription({ url: 'x' });
    await expect(refused).rejects.toBeInstanceOf(ApiError);
    await expect(refused).rejects.toMatchObject({
      status: 400,
      code: 'invalid_url',
      param: 'url',
      message: 'No.',
    });
  });

  test.each(['', '<html>Bad gateway</html>', '{"error":"text"}', '{"error":{"code":"new_one"}}'])(
    'says the status where the answer is %j',
    async (body) => {
      await expect(answering(502, body).listModels()).rejects.toThrow('The service answered 502.');
    },
  );

  test('takes no answer that is not what it asked for', async () => {
    await expect(answering(200, '{"data":[{}]}').listModels()).rejects.toThrow();
  });

  test('sends its key, and asks for ids as one part of the address', async () => {
    const seen: [string, string | null][] = [];
    const client = createClient({
      baseUrl: 'http://service',
      key: 'secret',
      fetch: async (url, init) => {
        seen.push([String(url), new Headers(init?.headers).get('authorization')]);
        return new Response(null, { status: 204 });
      },
    });
    await client.deleteTranscription('../keys?x#y');
    expect(seen).toEqual([['http://service/v1/transcriptions/..%2Fkeys%3Fx%23y', 'Bearer secret']]);
  });
});

describe('the event reader', () => {
  async function read(chunks: Uint8Array[]) {
    const messages: { id: string; data: string }[] = [];
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    for await (const message of readEvents(new Response(body))) messages.push(message);
    return messages;
  }

  test('puts messages together however they arrive, and skips comments', async () => {
    const bytes = new TextEncoder().encode(
      ': connected\n\ndata: {"a":"ä – 漢"}\n\n: ping\n\nid: r-1\nevent: x\ndata: one\ndata: two\n\ndata: cut',
    );
    const expected = [
      { id: '', data: '{"a":"ä – 漢"}' },
      { id: 'r-1', data: 'one\ntwo' },
    ];
    expect(await read([bytes])).toEqual(expected);
    expect(await read(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(expected);
  });
});
