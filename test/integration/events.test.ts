import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServerEvent } from '../../src/shared/api.ts';
import { ask, finished, startTestApp, type TestApp } from '../helpers/app.ts';
import type { Origin } from '../helpers/http-origin.ts';
import { sampleBytes, serveRecordings } from '../helpers/recordings.ts';
import { until } from '../helpers/until.ts';

let app: TestApp;
let origin: Origin;

beforeAll(async () => {
  app = await startTestApp();
  origin = await serveRecordings({ '/sample.mp3': sampleBytes() });
});
afterAll(async () => {
  await app.stop();
  await origin.close();
});

/** Everything that is told from now on, until `stop`. */
function listen() {
  const seen: ServerEvent[] = [];
  const stop = new AbortController();
  const ended = (async () => {
    for await (const event of app.keyClient.events(stop.signal)) seen.push(event);
  })().catch(() => {});
  return {
    seen,
    stop: async () => {
      stop.abort();
      await ended;
    },
  };
}

const statesOf = (seen: ServerEvent[], id: string) =>
  seen.flatMap((event) =>
    event.type === 'transcription' && event.transcription.id === id ? [event.transcription] : [],
  );

describe('live events', () => {
  test('tell a transcription from its creation to its end, to everybody', async () => {
    const listeners = [listen(), listen()];
    // The stream says nothing of what came before it: make noise until it is open.
    await until(async () => {
      const { id } = await app.client.createTranscription({ url: `${origin.url}/none.mp3` });
      await app.client.deleteTranscription(id);
      return listeners.every(({ seen }) => seen.length > 0);
    });
    const { id } = await app.client.createTranscription({ url: `${origin.url}/sample.mp3` });
    const done = await finished(app.client, id);
    for (const { seen, stop } of listeners) {
      await until(() => statesOf(seen, id).at(-1)?.status === 'completed');
      await stop();
      const states = statesOf(seen, id);
      expect(states[0]).toMatchObject({ status: 'queued', progress: 0 });
      const order = states.map(({ status }) => status);
      expect([...new Set(order)]).toEqual(['queued', 'processing', 'completed']);
      const progress = states.map((state) => state.progress);
      expect(progress).toEqual(progress.toSorted((a, b) => a - b));
      const stages = new Set(states.map(({ stage }) => stage).filter((stage) => stage !== null));
      expect([...stages]).toEqual(expect.arrayContaining(['fetching', 'transcribing']));
      const { result: _result, ...summary } = done;
      expect(states.at(-1)).toEqual(summary);
    }
  });

  test('tell what was deleted', async () => {
    const listener = listen();
    const deleted: string[] = [];
    await until(async () => {
      const { id } = await app.client.createTranscription({ url: `${origin.url}/none.mp3` });
      await app.client.deleteTranscription(id);
      deleted.push(id);
      return listener.seen.some((event) => event.type === 'transcription_deleted');
    });
    const told = listener.seen.find((event) => event.type === 'transcription_deleted');
    expect(deleted).toContain(told?.id);
    await listener.stop();
  });

  test('are for those who may come in', async () => {
    expect((await ask(`${app.url}/v1/events`)).status).toBe(401);
  });

  test('end when the service stops', async () => {
    const other = await startTestApp();
    let opened = false;
    const ended = (async () => {
      const events = other.client.events(new AbortController().signal);
      for await (const _event of events) opened = true;
    })();
    await until(async () => {
      const { id } = await other.client.createTranscription({ url: `${origin.url}/none.mp3` });
      await other.client.deleteTranscription(id);
      return opened;
    });
    await other.stop();
    await ended;
  });
});
