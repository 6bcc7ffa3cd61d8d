import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { createEventBus } from '../../../src/main/core/events.ts';
import { createLogger } from '../../../src/main/core/logger.ts';
import type { HttpEnv } from '../../../src/main/http/http-env.ts';
import { streamAll } from '../../../src/main/http/live-events.ts';
import type { Principal } from '../../../src/main/services/principal.ts';
import { readEvents } from '../../../src/shared/client.ts';
import { DEFAULT_SETTINGS } from '../../../src/shared/settings.ts';
import { folderInPlace } from '../../helpers/harness/core.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';
import { until } from '../../helpers/harness/until.ts';

function setUp(principal: Principal = { kind: 'window' }) {
  const [clock, events, closing] = [createFakeClock(), createEventBus(), new AbortController()];
  const app = new Hono<HttpEnv>();
  const dataFolder = folderInPlace('/');
  const logger = createLogger('silent');
  const deps = { events, dataFolder, clock, closing: closing.signal, logger, principal };
  const revoked = new AbortController();
  let released = 0;
  app.get('/', (c) => {
    c.set('untilRevoked', () => ({
      signal: revoked.signal,
      [Symbol.dispose]: () => void released++,
    }));
    return streamAll(c, deps, c.req.header('last-event-id'));
  });

  const open = async (lastEventId?: string) => {
    const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
    return app.request('/', { headers });
  };
  /** The stream's text, piece by piece. */
  const read = async (lastEventId?: string) => {
    const response = await open(lastEventId);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (!reader) throw new Error('There is no stream.');
    return { response, reader, next: async () => (await reader.read()).value };
  };
  /** The first `count` messages. */
  const messages = async (count: number, lastEventId?: string) => {
    const found: { id: string; event: unknown }[] = [];
    for await (const { id, data } of readEvents(await open(lastEventId))) {
      found.push({ id, event: JSON.parse(data) });
      if (found.length === count) break;
    }
    return found;
  };
  const emit = (...ids: string[]) => {
    for (const id of ids) events.emit({ type: 'transcription_deleted', id });
  };
  return { clock, events, closing, revoked, open, read, messages, emit, released: () => released };
}

const deleted = (id: string) => ({ type: 'transcription_deleted', id });

describe('the event stream', () => {
  test('keeps a quiet line open with comments', async () => {
    const { clock, events, read, closing } = setUp();
    const { response, next } = await read(events.position());
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(response.headers.get('connection')).toBe('close');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await next()).toBe(': connected\n\n');
    for (let i = 0; i < 3; i++) {
      await clock.sleeping();
      await clock.advance(15_000);
      expect(await next()).toBe(': ping\n\n');
    }
    closing.abort();
    expect(await next()).toBeUndefined();
  });

  test('tells a new reader to load, and then what happens, in order', async () => {
    const { clock, events, read, emit, closing } = setUp();
    const { next } = await read();
    await next();
    expect(await next()).toBe(`data: {"type":"reload"}\nid: ${events.position()}\n\n`);
    await clock.sleeping();
    emit('a');
    const afterA = events.position();
    emit('b');
    expect(await next()).toBe(`data: {"type":"transcription_deleted","id":"a"}\nid: ${afterA}\n\n`);
    expect(await next()).toContain('"id":"b"');
    closing.abort();
  });

  test('lets a reader go that is far behind', async () => {
    const { clock, events, read } = setUp();
    const { reader } = await read();
    await clock.sleeping();
    for (let i = 0; i < 1100; i++) events.emit({ type: 'models' });
    let ended = false;
    await until(async () => {
      ended ||= (await reader.read()).done;
      return ended;
    });
    expect(ended).toBe(true);
  });

  test('shows out who does not read what is sent, as everybody else', async () => {
    const { open, revoked, emit, released } = setUp();
    const response = await open();
    emit('a', 'b', 'c');
    revoked.abort();
    await until(async () => released() === 1);
    expect(await response.text()).not.toContain('"c"');
  });
});

test('a key receives nothing of the settings and of downloads, now or afterwards', async () => {
  const { messages, emit, events } = setUp({
    kind: 'key',
    keyId: 'key_1',
    test: false,
    scope: 'all',
  });
  const [reload] = await messages(1);
  const live = messages(2, reload?.id);
  events.emit({ type: 'settings', settings: DEFAULT_SETTINGS });
  emit('a');
  events.emit({
    type: 'model_download',
    download: { name: 'base', state: 'paused', received_bytes: 0, bytes: 1, error: null },
  });
  emit('b');
  for (const told of [await live, await messages(2, reload?.id)]) {
    expect(told.map(({ event }) => event)).toEqual([deleted('a'), deleted('b')]);
  }
});

describe('a reader that comes back', () => {
  test('receives exactly what it missed, and what follows', async () => {
    const { messages, emit } = setUp();
    emit('before');
    const [reload] = await messages(1);
    emit('a', 'b', 'c');
    const missed = await messages(3, reload?.id);
    expect(missed.map(({ event }) => event)).toEqual([deleted('a'), deleted('b'), deleted('c')]);
    const rest = await messages(2, missed[0]?.id);
    expect(rest).toEqual(missed.slice(1));
  });

  test('is told to load when what it missed is no longer known', async () => {
    const { messages, emit, events } = setUp();
    const [first] = await messages(1);
    emit(...Array.from({ length: 1000 }, (_, i) => `t${i}`));
    expect((await messages(1, first?.id))[0]?.event).toEqual(deleted('t0'));
    emit('one more');
    expect(await messages(1, first?.id)).toEqual([
      { id: events.position(), event: { type: 'reload' } },
    ]);
  });

  test.each(['', '-', 'nonsense', '-1', '1e3', '99999999999999999999'])(
    'is told to load when its id is "%s"',
    async (id) => {
      const { messages } = setUp();
      expect((await messages(1, id))[0]?.event).toEqual({ type: 'reload' });
    },
  );

  test('is told to load when the service was restarted, or its id is of the future', async () => {
    const { messages, emit } = setUp();
    const [before] = await messages(1);
    const restarted = setUp();
    restarted.emit('a');
    expect((await restarted.messages(1, before?.id))[0]?.event).toEqual({ type: 'reload' });
    emit('a');
    const future = before?.id.replace(/\d+$/, '7');
    expect((await messages(1, future))[0]?.event).toEqual({ type: 'reload' });
  });
});
