/** Who sees what: keys what they made or what their scope says, test keys a world of their own, the window all. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KeyScope } from '../../../src/shared/accounts.ts';
import { type Client, createClient } from '../../../src/shared/client.ts';
import type { Route } from '../../../src/shared/routes/route.ts';
import { routes } from '../../../src/shared/routes/routes.ts';
import { serveRecordings, shortBytes } from '../../helpers/corpus/recordings.ts';
import { quickEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { connectAgent } from '../../helpers/harness/agent.ts';
import {
  ask,
  finished,
  makeTempFolder,
  startTestApp,
  type TestApp,
} from '../../helpers/harness/app.ts';
import { doseOf } from '../../helpers/harness/dose.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';
import { signInByBrowser } from '../../helpers/harness/sign-in.ts';
import { until } from '../../helpers/harness/until.ts';
import { startOrigin } from '../../helpers/servers/http-origin.ts';

/** Those who make something: the window, and keys of all kinds. */
const MAKERS = ['window', 'own', 'other own', 'all', 'test own', 'test all'] as const;
type Maker = (typeof MAKERS)[number];
type Viewer = Maker | 'read' | 'test read';

/** Whose things each of them sees. */
const SEES: Record<Viewer, readonly Maker[]> = {
  window: MAKERS,
  own: ['own'],
  'other own': ['other own'],
  all: ['window', 'own', 'other own', 'all'],
  read: ['window', 'own', 'other own', 'all'],
  'test own': ['test own'],
  'test all': ['test own', 'test all'],
  'test read': ['test own', 'test all'],
};
const VIEWERS = Object.keys(SEES) as Viewer[];

let folder: string;
let app: TestApp;
let origin: Awaited<ReturnType<typeof serveRecordings>>;
const clients = {} as Record<Viewer, Client>;
const keys = {} as Record<Viewer, { id: string; key: string }>;
/** A finished transcription with a webhook and credentials, and an upload, of each maker. */
const made = {} as Record<Maker, { id: string; upload: string; webhook: string }>;
const makerOf = (id: string) => MAKERS.find((maker) => made[maker].id === id);

beforeAll(async () => {
  origin = await serveRecordings({ '/short.mp3': shortBytes() });
  folder = await makeTempFolder();
  const engineFile = await writeProgram(join(folder, 'engine'), quickEngine);
  app = await startTestApp({ engineFile }, { tasks: ONE_VOICE });
  clients.window = app.client;
  for (const viewer of VIEWERS) {
    if (viewer === 'window') continue;
    const scope = (viewer.split(' ').at(-1) ?? 'own') as KeyScope;
    const created = await app.client.createKey({
      name: viewer,
      test: viewer.startsWith('test'),
      scope,
    });
    keys[viewer] = created;
    clients[viewer] = createClient({ baseUrl: app.url, key: created.key });
  }
  for (const maker of MAKERS) {
    const client = clients[maker];
    const webhook = `https://127.0.0.1:9/secret-of-${maker.replace(' ', '-')}`;
    const address = origin.url.replace('http://', `http://user:password@`);
    const { id } = await client.createTranscription({
      url: `${address}/short.mp3`,
      webhook_url: webhook,
      language: 'en',
    });
    const { url } = await client.uploadFile(new Blob(['x']), 'a.mp3');
    made[maker] = { id, upload: url, webhook };
  }
  for (const maker of MAKERS) await finished(clients[maker], made[maker].id);
});
afterAll(async () => {
  await app.stop();
  await origin.close();
  await rm(folder, { recursive: true });
});

describe.each(VIEWERS)('%s', (viewer) => {
  const hidden = () => MAKERS.filter((maker) => !SEES[viewer].includes(maker));

  test('lists and finds what it may see, and nothing else', async () => {
    const { data } = await clients[viewer].listTranscriptions({ limit: 100 });
    expect(data.map(({ id }) => makerOf(id)).sort()).toEqual(SEES[viewer].toSorted());
    const [word = ''] = /\w{3,}/.exec(await textOf(SEES[viewer][0] ?? 'window')) ?? [];
    const found = (await clients[viewer].search({ q: word, limit: 100 })).data;
    const makers = new Set(found.map(({ transcription_id: id }) => makerOf(id)));
    expect([...makers].sort()).toEqual(SEES[viewer].toSorted());
    expect(found.map(({ url }) => url).filter((url) => url.includes('password'))).toHaveLength(
      found.filter(({ transcription_id: id }) => makerOf(id) === viewer).length,
    );
  });

  test('is shown the whole webhook and the credentials of its own alone', async () => {
    for (const maker of SEES[viewer]) {
      const { id, webhook } = made[maker];
      const one = await clients[viewer].getTranscription(id);
      const [listed] = (await clients[viewer].listTranscriptions({ limit: 100 })).data.filter(
        (summary) => summary.id === id,
      );
      for (const { webhook_url, source } of [one, listed ?? one]) {
        if (maker === viewer) {
          expect(webhook_url).toBe(webhook);
          expect(source.url).toContain('user:password@');
        } else {
          expect(webhook_url).toBe('https://127.0.0.1:9/***');
          expect(source.url).not.toMatch(/user|password/);
        }
      }
      const exported = await clients[viewer].exportTranscription(id, { format: 'json' });
      expect((await exported.file.text()).includes('password')).toBe(maker === viewer);
    }
  });

  test('gets 404 for what belongs to others, whatever it asks', async () => {
    expect(hidden()).not.toContain(viewer);
    const write = /read$/.test(viewer) ? 403 : 404;
    const all = viewer === 'all' ? 404 : 403;
    const missing = { public: 404, read: 404, 'read-all': 404, window: 404 };
    const refusals = { ...missing, write, all, worker: all };
    for (const maker of doseOf(hidden(), 2)) {
      for (const { name, access, status } of await askEverything(maker, keys[viewer].key)) {
        expect([name, status]).toEqual([name, refusals[access]]);
      }
    }
    for (const maker of hidden()) {
      const looked = clients[viewer].getTranscription(made[maker].id);
      await expect(looked).rejects.toMatchObject({ code: 'not_found' });
      const wanted = { url: made[maker].upload };
      const code = /read$/.test(viewer) ? 'forbidden' : 'not_found';
      await expect(clients[viewer].createTranscription(wanted)).rejects.toMatchObject({ code });
      await expect(clients[viewer].quoteTranscription(wanted)).rejects.toMatchObject({
        code: 'not_found',
      });
    }
  });

  test('sees the deliveries of what it may see', async () => {
    const { data } = await clients[viewer].listDeliveries({ limit: 100 });
    const makers = data.map(({ transcription_id: id }) => makerOf(id ?? ''));
    expect(makers.sort()).toEqual(SEES[viewer].toSorted());
    for (const { id, transcription_id, url } of data) {
      const isOwn = makerOf(transcription_id ?? '') === viewer;
      expect(url.includes('secret')).toBe(isOwn);
      const { body } = await clients[viewer].getDelivery(id);
      expect([body.includes('secret-of'), body.includes('password')]).toEqual([isOwn, isOwn]);
    }
  });

  test('receives the events it may see, including missed ones', async () => {
    const stop = new AbortController();
    const received: (Maker | undefined)[] = [];
    const secrets: (Maker | undefined)[] = [];
    let start = '';
    const events = clients[viewer].events(stop.signal, { onOpen: () => void renameAll() });
    for await (const { id, event } of events) {
      if (event.type === 'reload') start = id;
      if (event.type !== 'transcription') continue;
      const maker = makerOf(event.transcription.id);
      if (event.transcription.source.title !== `for ${viewer}`) continue;
      received.push(maker);
      if (JSON.stringify(event).match(/secret-of|password/)) secrets.push(maker);
      if (received.length === SEES[viewer].length) break;
    }
    const again: (Maker | undefined)[] = [];
    const lastEventId = start;
    for await (const { event } of clients[viewer].events(stop.signal, { lastEventId })) {
      if (event.type !== 'transcription') continue;
      if (event.transcription.source.title !== `for ${viewer}`) continue;
      again.push(makerOf(event.transcription.id));
      if (again.length === SEES[viewer].length) break;
    }
    stop.abort();
    expect(received.sort()).toEqual(SEES[viewer].toSorted());
    expect(again.sort()).toEqual(SEES[viewer].toSorted());
    expect(secrets).toEqual(SEES[viewer].filter((maker) => maker === viewer));
  });

  async function renameAll(): Promise<void> {
    for (const maker of MAKERS) {
      await app.client.updateTranscription(made[maker].id, { title: `for ${viewer}` });
    }
  }
});

test('a transcription says whether it belongs to a test key', async () => {
  const { data } = await app.client.listTranscriptions({ limit: 100 });
  const tests = data.filter((transcription) => transcription.test).map(({ id }) => makerOf(id));
  expect(tests.sort()).toEqual(['test all', 'test own']);
});

test('what is made of the same link again is found where it may be seen', async () => {
  const { url } = (await clients.own.getTranscription(made.own.id)).source;
  const ask = (viewer: Viewer) =>
    clients[viewer].createOrFindTranscription({
      url,
      webhook_url: made.own.webhook,
      language: 'en',
    });
  expect(await ask('own')).toMatchObject({ found: true, transcription: { id: made.own.id } });
  const seen = await ask('all');
  expect(seen).toMatchObject({ found: true });
  expect(seen.transcription.webhook_url === made.own.webhook).toBe(
    seen.transcription.id === made.all.id,
  );
  for (const viewer of ['other own', 'test own'] as const) {
    const { transcription, found } = await ask(viewer);
    expect(found).toBe(false);
    await clients[viewer].deleteTranscription(transcription.id);
  }
});

test('only the window is told where models are stored', async () => {
  expect((await clients.window.listModels()).folder).toContain(app.dataDir);
  for (const viewer of VIEWERS.filter((name) => name !== 'window')) {
    expect((await clients[viewer].listModels()).folder).toBeNull();
  }
});

/** What was said in a maker's recording. */
async function textOf(maker: Maker): Promise<string> {
  return (await app.client.getTranscription(made[maker].id)).result?.text ?? '';
}

/** Every endpoint about a transcription, with a request that would work for someone who sees it. */
async function askEverything(maker: Maker, key: string) {
  const bodies: Record<string, object> = {
    updateTranscription: { title: 'taken' },
    renameSpeaker: { name: 'taken' },
    labelSpeakers: { speakers_expected: 1 },
    editCues: { from: 0, to: 1, cues: null },
    createTranslation: { language: 'de' },
    createHighlight: { start: 0, end: 1 },
    updateHighlight: { revision: 0, color: 'blue' },
    editSegments: { revision: 0, segments: [{ id: 0, text: 'taken' }] },
    editTranscript: { revision: 0, edits: [{ op: 'text', id: 0, text: 'taken' }] },
    undoEdit: { revision: 0 },
    redoEdit: { revision: 0 },
  };
  const queries: Record<string, string> = {
    exportTranscription: '?format=txt',
    getClip: '?from=0&to=1',
  };
  const about = Object.entries<Route>(routes).filter(
    ([, { path, access }]) => path.startsWith('/v1/transcriptions/{id}') && access !== 'public',
  );
  expect(about.length).toBeGreaterThan(0);
  return Promise.all(
    about.map(async ([name, { method, path, access }]) => {
      const body = bodies[name];
      const query = queries[name] ?? '';
      const address = path.replace('{id}', made[maker].id).replace('{speaker}', '1') + query;
      const { status } = await ask(app.url + address, {
        method: method.toUpperCase(),
        headers: {
          authorization: `Bearer ${key}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { name, access, status };
    }),
  );
}

describe('what is open', () => {
  test('closes at once when its key is revoked, and receives nothing any more', async () => {
    const { id, key } = await app.client.createKey({ name: 'spy', scope: 'all' });
    const client = createClient({ baseUrl: app.url, key });
    const opened = Promise.withResolvers<void>();
    const received: string[] = [];
    const listening = (async () => {
      const events = client.events(new AbortController().signal, { onOpen: opened.resolve });
      for await (const { event } of events) received.push(event.type);
    })();
    await opened.promise;
    await until(() => received.length === 1);
    await app.client.revokeKey(id);
    await app.client.updateTranscription(made.own.id, { title: 'after' });
    await listening.catch(() => {});
    expect(received).toEqual(['reload']);
  });

  test('ends for a browser that is signed out, and not for another', async () => {
    const [mine, other] = [await signInByBrowser(app), await signInByBrowser(app)];
    const open = async (headers: { cookie: string }) => {
      const response = await fetch(`${app.url}/v1/events`, { headers });
      const reader = response.body?.getReader();
      await reader?.read();
      return reader;
    };
    const [first, second] = [await open(mine), await open(other)];
    const ended = await fetch(`${app.url}/v1/sessions/current`, {
      method: 'DELETE',
      headers: mine,
    });
    expect(ended.status).toBe(204);
    expect(ended.headers.get('set-cookie')).toMatch(/Max-Age=0/);
    await until(async () => (await first?.read())?.done === true);
    expect((await fetch(`${app.url}/v1/keys`, { headers: mine })).status).toBe(401);
    expect((await fetch(`${app.url}/v1/keys`, { headers: other })).status).toBe(200);
    await app.client.updateTranscription(made.own.id, { title: 'still heard' });
    const piece = await second?.read();
    expect(piece?.done).toBe(false);
    await second?.cancel();
  });

  test('a tool that waits for an agent tells nothing more once its key is revoked', async () => {
    const { id, key } = await app.client.createKey({ name: 'agent', scope: 'all' });
    const agent = await connectAgent({ url: app.url, key });
    const silent = await startOrigin(() => {});
    const { id: waiting } = await app.client.createTranscription({ url: `${silent.url}/a.mp3` });
    const answer = agent.call('get_transcription', { id: waiting, wait_seconds: 45 });
    answer.catch(() => {});
    await until(() => silent.requests.length === 1);
    await app.client.revokeKey(id);
    await expect(answer).rejects.toThrow(/^unauthorized/);
    await agent.close().catch(() => {});
    await app.client.deleteTranscription(waiting);
    await silent.close();
  });

  test('an agent whose key may only read is not offered what changes anything', async () => {
    const tools = async (viewer: Viewer) => {
      const agent = await connectAgent({ url: app.url, key: keys[viewer].key });
      const { tools: offered } = await agent.client.listTools();
      await agent.close();
      return offered.map(({ name }) => name);
    };
    const [read, all] = [await tools('read'), await tools('all')];
    expect(all).toEqual(expect.arrayContaining(['create_transcription', 'cancel_transcription']));
    expect(read).toEqual(all.filter((name) => !/^(create|cancel|continue|add)_/.test(name)));
  });
});
