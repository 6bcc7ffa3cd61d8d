import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Failpoint } from '../../../src/main/core/failpoint.ts';
import type { ListenOptions } from '../../../src/shared/client.ts';
import type { ServerEvent } from '../../../src/shared/server-event.ts';
import { TranscriptionSummary } from '../../../src/shared/transcription/transcription.ts';
import { serveRecordings, shortBytes } from '../../helpers/corpus/recordings.ts';
import {
  ask,
  finished,
  startTestApp,
  type TestApp,
  transcribe,
} from '../../helpers/harness/app.ts';
import { keepQueueBusy } from '../../helpers/harness/busy-queue.ts';
import { until } from '../../helpers/harness/until.ts';
import type { Origin } from '../../helpers/servers/http-origin.ts';

let app: TestApp;
let origin: Origin;

beforeAll(async () => {
  app = await startTestApp();
  origin = await serveRecordings({ '/short.mp3': shortBytes() });
});
afterAll(async () => {
  await app.stop();
  await origin.close();
});

/** Everything that is told from now on, until `stop`. */
async function listen(options: ListenOptions = {}) {
  const seen: ServerEvent[] = [];
  const ids: string[] = [];
  const stop = new AbortController();
  const opened = Promise.withResolvers<void>();
  const ended = (async () => {
    const { client } = app;
    for await (const { id, event } of client.events(stop.signal, {
      ...options,
      onOpen: opened.resolve,
    })) {
      seen.push(event);
      ids.push(id);
    }
  })().catch(() => {});
  await opened.promise;
  return {
    seen,
    ids,
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

const nothing = () => ({ url: `${origin.url}/none.mp3` });
const create = async () => (await app.client.createTranscription(nothing())).id;

describe('live events', () => {
  test('tell a transcription from its creation to its end, to everyone', async () => {
    const listeners = [await listen(), await listen()];
    const { id } = await app.client.createTranscription({ url: `${origin.url}/short.mp3` });
    const done = await finished(app.client, id);
    for (const { seen, stop } of listeners) {
      await until(() => statesOf(seen, id).at(-1)?.status === 'completed');
      await stop();
      expect(seen[0]).toEqual({ type: 'reload' });
      const states = statesOf(seen, id);
      expect(states[0]).toMatchObject({ status: 'queued', progress: 0 });
      const order = states.map(({ status }) => status);
      expect([...new Set(order)]).toEqual(['queued', 'processing', 'completed']);
      const progress = states.map((state) => state.progress);
      expect(progress).toEqual(progress.toSorted((a, b) => a - b));
      const stages = new Set(states.map(({ stage }) => stage).filter((stage) => stage !== null));
      expect([...stages]).toEqual(expect.arrayContaining(['fetching', 'transcribing']));
      expect(states.at(-1)).toEqual(TranscriptionSummary.parse(done));
    }
  });

  test('tell what was deleted', async () => {
    const { seen, stop } = await listen();
    const id = await create();
    await app.client.deleteTranscription(id);
    await expect.poll(() => seen).toContainEqual({ type: 'transcription_deleted', id });
    await stop();
  });

  test('go on where a reader was cut off, without a gap', async () => {
    const first = await listen();
    const before = await create();
    await until(() => statesOf(first.seen, before).length > 0);
    await first.stop();
    const lastEventId = first.ids.at(-1) ?? '';
    const missed = await create();
    const second = await listen({ lastEventId });
    await until(() => statesOf(second.seen, missed).length > 0);
    expect(second.seen.some(({ type }) => type === 'reload')).toBe(false);
    expect(second.ids).not.toContain(lastEventId);
    await second.stop();
  });

  test('are for those who may come in', async () => {
    expect((await ask(`${app.url}/v1/events`)).status).toBe(401);
    expect((await ask(`${app.url}/v1/transcriptions/${await create()}/events`)).status).toBe(401);
  });

  test('end when the service stops', async () => {
    const other = await startTestApp();
    const opened = Promise.withResolvers<void>();
    const ended = (async () => {
      const onOpen = opened.resolve;
      const events = other.client.events(new AbortController().signal, { onOpen });
      for await (const _event of events);
    })();
    await opened.promise;
    await other.stop();
    await expect(ended).resolves.toBeUndefined();
  });
});

describe('what is told last is how it stands, also where it was changed at the moment that', () => {
  /** Somebody makes it a favorite just then. */
  const changeAt = (point: Failpoint) => {
    const db = new BetterSqlite(join(app.dataDir, 'steno.db'));
    globalThis.stenoFailpoint = (name) => {
      if (name === point) db.exec('UPDATE transcriptions SET favorite = 1');
    };
    onTestFinished(() => {
      globalThis.stenoFailpoint = undefined;
      db.close();
    });
  };
  const completed = () => transcribe(app.client, { url: `${origin.url}/short.mp3` });

  test.each<[string, Failpoint, () => Promise<{ id: string }>]>([
    ['it was completed', 'end.stored', completed],
    ['it failed', 'failure.stored', () => transcribe(app.client, nothing())],
    [
      'it was canceled',
      'cancel.stored',
      async () => {
        const queue = await keepQueueBusy(app.client);
        const canceled = await app.client.cancelTranscription(await create());
        await queue.release();
        return canceled;
      },
    ],
    [
      'it was edited',
      'edit.stored',
      async () => {
        const { id, revision } = await completed();
        const segments = [{ id: 0, text: 'Something else.' }];
        await app.client.editSegments(id, { revision, segments });
        return { id };
      },
    ],
  ])('%s', async (_when, point, act) => {
    const { seen, stop } = await listen();
    changeAt(point);
    const { id } = await act();
    const now = TranscriptionSummary.parse(await app.client.getTranscription(id));
    expect(now.favorite).toBe(true);
    await expect.poll(() => statesOf(seen, id).at(-1)).toEqual(now);
    await stop();
  });
});

describe('the events of one transcription', () => {
  const follow = async (id: string, lastEventId?: string) => {
    const told: { id: string; event: ServerEvent }[] = [];
    const { signal } = new AbortController();
    for await (const message of app.keyClient.transcriptionEvents(id, signal, { lastEventId })) {
      told.push(message);
    }
    return told;
  };

  test('begin with how it stands and end with its end', async () => {
    const { id } = await app.client.createTranscription({ url: `${origin.url}/short.mp3` });
    const other = await create();
    const told = (await follow(id)).map(({ event }) => event);
    const states = statesOf(told, id);
    const text = told.filter(({ type }) => type === 'transcription.segments');
    expect(states).toHaveLength(told.length - text.length);
    expect(text).toMatchObject([{ id, from: 0, segments: expect.any(Array) }]);
    expect(statesOf(told, other)).toEqual([]);
    const progress = states.map((state) => state.progress);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(states.at(-1)).toEqual(
      TranscriptionSummary.parse(await app.client.getTranscription(id)),
    );
  });

  test('are its end alone when it is over, and none for who has seen that', async () => {
    const id = await create();
    await finished(app.client, id);
    const told = await follow(id);
    expect(told.map(({ event }) => statesOf([event], id)[0]?.status)).toEqual(['failed']);
    const again = await ask(`${app.url}/v1/transcriptions/${id}/events`, {
      headers: { authorization: `Bearer ${app.key}`, 'last-event-id': told[0]?.id ?? '' },
    });
    expect([again.status, again.body]).toEqual([204, '']);
    expect(await follow(id, 'of-another-run')).toHaveLength(1);
  });

  test('end when it is deleted', async () => {
    const queue = await keepQueueBusy(app.client);
    const id = await create();
    const told: ServerEvent[] = [];
    for await (const { event } of app.client.transcriptionEvents(
      id,
      new AbortController().signal,
    )) {
      if (told.push(event) === 1) await app.client.deleteTranscription(id);
    }
    expect(told).toMatchObject([{ type: 'transcription' }, { type: 'transcription_deleted', id }]);
    await queue.release();
  });

  test('of one that does not exist are 404', async () => {
    await expect(follow('trs_0000000000000000000000')).rejects.toMatchObject({ status: 404 });
  });
});
