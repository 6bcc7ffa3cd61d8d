import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { createEventBus } from '../../src/main/events.ts';
import type { HttpEnv } from '../../src/main/http/env.ts';
import { streamEvents } from '../../src/main/http/event-stream.ts';
import { createFakeClock } from '../helpers/fake-clock.ts';
import { until } from '../helpers/until.ts';

async function setUp() {
  const [clock, events, closing] = [createFakeClock(), createEventBus(), new AbortController()];
  const app = new Hono<HttpEnv>();
  app.get('/', (c) => streamEvents(c, { events, clock, closing: closing.signal }));
  const response = await app.request('/');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('There is no stream.');
  const next = async () => (await reader.read()).value;
  return { clock, events, closing, reader, next, response };
}

describe('the event stream', () => {
  test('keeps a quiet line open with comments', async () => {
    const { clock, next, closing, response } = await setUp();
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(await next()).toBe(': connected\n\n');
    for (let i = 0; i < 3; i++) {
      await clock.sleeping();
      await clock.advance(15_000);
      expect(await next()).toBe(': ping\n\n');
    }
    closing.abort();
    expect(await next()).toBeUndefined();
  });

  test('sends what happens at once and in order', async () => {
    const { clock, events, next, closing } = await setUp();
    await next();
    await clock.sleeping();
    for (const id of ['a', 'b']) events.emit({ type: 'transcription_deleted', id });
    expect(await next()).toBe('data: {"type":"transcription_deleted","id":"a"}\n\n');
    expect(await next()).toBe('data: {"type":"transcription_deleted","id":"b"}\n\n');
    closing.abort();
  });

  test('lets a reader go that is far behind', async () => {
    const { clock, events, reader } = await setUp();
    await clock.sleeping();
    for (let i = 0; i < 1100; i++) events.emit({ type: 'models' });
    let ended = false;
    await until(async () => {
      ended ||= (await reader.read()).done;
      return ended;
    });
    expect(ended).toBe(true);
  });
});
