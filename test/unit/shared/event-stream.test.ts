import { afterEach, expect, test, vi } from 'vitest';
import { readEvents } from '../../../src/shared/client.ts';

afterEach(() => vi.restoreAllMocks());

test('the messages of an event stream are read where streams cannot be iterated, as in Safari', async () => {
  vi.spyOn(ReadableStream.prototype, Symbol.asyncIterator).mockImplementation(() => {
    throw new TypeError('undefined is not a function');
  });
  const messages = [];
  const response = new Response('id: 1\ndata: {"a":1}\n\n: a comment\n\ndata: two\n\n');
  for await (const message of readEvents(response)) messages.push(message);
  expect(messages).toEqual([
    { id: '1', data: '{"a":1}' },
    { id: '', data: 'two' },
  ]);
});

test('whoever has read enough lets the stream go', async () => {
  const canceled = vi.fn();
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: one\n\n')),
    cancel: canceled,
  });
  for await (const { data } of readEvents(new Response(body))) {
    expect(data).toBe('one');
    break;
  }
  expect(canceled).toHaveBeenCalledOnce();
});
