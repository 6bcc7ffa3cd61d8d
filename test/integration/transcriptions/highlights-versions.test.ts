/** Highlights belong to a recording: transcribed again it keeps them, and they go with its last version. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServerEvent } from '../../../src/shared/server-event.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose } from '../../helpers/corpus/recordings.ts';
import { quickEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import {
  finished,
  makeTempFolder,
  startTestApp,
  type TestApp,
  transcribe,
} from '../../helpers/harness/app.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';
import { runSql } from '../../helpers/harness/test-database.ts';
import { until } from '../../helpers/harness/until.ts';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  folder = await makeTempFolder();
  const engineFile = await writeProgram(join(folder, 'engine'), quickEngine);
  app = await startTestApp({ engineFile }, { tasks: ONE_VOICE });
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});

test('all versions of a recording have the same ones; the last takes them along', async () => {
  const { client } = app;
  const events: ServerEvent[] = [];
  const listening = new AbortController();
  const listen = async () => {
    for await (const { event } of client.events(listening.signal)) events.push(event);
  };
  const listened = listen().catch(() => {});
  await until(() => events.length > 0);

  const recording = asFile(compose(loadPool(), clipsIn('en', 3)));
  const { url } = await client.uploadFile(new Blob([new Uint8Array(recording.bytes)]), 'talk.wav');
  const first = await transcribe(client, { url });
  const [segment] = first.result?.segments ?? [];
  const { start = 0, end = 0, text } = segment?.words[0] ?? {};
  const made = await client.createHighlight(first.id, { start, end, comment: 'Mine' });
  expect(made).toMatchObject({ text, quote: text });

  const again = await client.transcribeAgain(first.id, { speakers_expected: 1 });
  const second = await finished(client, again.id);
  expect((await client.listHighlights(second.id)).data).toEqual([made]);
  const changed = await client.updateHighlight(second.id, made.id, { revision: 0, comment: 'New' });
  expect((await client.listHighlights(first.id)).data).toEqual([changed]);
  const news = { type: 'highlight', recording_id: first.id };
  await until(() => events.filter(({ type }) => type === 'highlight').length === 2);
  expect(events).toContainEqual(
    expect.objectContaining({ ...news, highlight: expect.objectContaining({ comment: 'New' }) }),
  );

  await client.deleteTranscription(first.id);
  expect((await client.listHighlights(second.id)).data).toEqual([changed]);
  await client.createHighlight(second.id, { start, end });
  await client.deleteHighlight(second.id, made.id, { revision: 1 });
  const gone = { type: 'highlight_deleted', recording_id: first.id, id: made.id };
  await until(() => events.some(({ type }) => type === 'highlight_deleted'));
  expect(events).toContainEqual(gone);
  await client.deleteTranscription(second.id);
  expect(await runSql(app.dataDir, 'SELECT * FROM highlights')).toEqual([]);
  listening.abort();
  await listened;
});
