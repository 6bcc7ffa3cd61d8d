/** Parts that nobody could make out: seen, and transcribed again, so that the text is as if nothing had failed. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ApiError, type Client, createClient } from '../../../src/shared/client.ts';
import type { TimeSpan } from '../../../src/shared/time.ts';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { writeProgram } from '../../helpers/engines/engine-programs.ts';
import { poison, poisonedEngine, windowsGiven } from '../../helpers/engines/fake-engine.ts';
import {
  finished,
  makeTempFolder,
  startTestApp,
  type TestApp,
  type TestTasks,
  transcribe,
} from '../../helpers/harness/app.ts';
import { childHere } from '../../helpers/harness/child-here.ts';

const NONE = new Float32Array(0);
/** Somebody opens, and another says all the rest: told apart without listening. */
const TWO_VOICES: TestTasks = {
  label: childHere(async ({ regions }) => ({
    method: 'acoustic',
    turns: regions.map(toTurn),
    count: 2,
    confidence: 1,
    embeddings: { model: null, digest: null, space: 'none', dim: 0, windows: [], vectors: NONE },
    centroids: { space: null, dim: 0, vectors: NONE },
  })),
};
const OPENING_MS = 12_000;

let app: TestApp;
let folder: string;
/** The windows the engine was given. */
let log: string;
let origin: Awaited<ReturnType<typeof serveRecordings>>;
let whole: Transcription;
/** The windows of the recording, in their order. */
let windows: string[];
const files: Record<string, Uint8Array> = {
  '/talk.wav': asFile(compose(loadPool(), clipsIn('en', 40))).bytes,
};

beforeAll(async () => {
  folder = await makeTempFolder();
  log = join(folder, 'windows');
  const engineFile = await writeProgram(join(folder, 'engine'), poisonedEngine(log));
  app = await startTestApp({ engineFile, lanes: 1, threads: 1 }, { tasks: TWO_VOICES });
  origin = await serveRecordings(files);
  whole = await transcribe(app.client, asked());
  windows = [...new Set(windowsGiven(log))];
});
beforeEach(() => poison(log, []));
afterAll(async () => {
  await app.stop();
  await origin.close();
  await rm(folder, { recursive: true });
});

const toTurn = (region: TimeSpan) => ({
  ...region,
  speaker: region.startMs < OPENING_MS ? 0 : 1,
  confidence: 1,
});
const asked = () => ({ url: `${origin.url}/talk.wav`, language: 'en' });
const failed = async (client: Client = app.client) => (await client.listFailed()).data;
const byHand = { from: 0, to: 2, cues: [{ start: 0, end: 2, text: 'Written by hand' }] };
const subtitles = async (id: string) =>
  (await app.client.exportTranscription(id, { format: 'srt' })).file.text();
const codeOf = (refused: ApiError) => refused.code;

/** Completed without some of its windows. */
async function lacking(client: Client = app.client, parts = [1, 3]): Promise<Transcription> {
  poison(
    log,
    parts.map((at) => windows[at] ?? ''),
  );
  const done = await transcribe(client, asked());
  poison(log, []);
  return done;
}

async function continued(id: string, client: Client = app.client): Promise<Transcription> {
  return finished(client, (await client.continueTranscription(id)).id);
}

test('they are left out with the reason, and then transcribed as if nothing had failed', async () => {
  const before = await lacking();
  expect(before.status).toBe('completed');
  expect(before.warnings.map(({ code }) => code)).toContain('part_failed');
  const parts = before.result?.failed_parts ?? [];
  expect(parts.map(({ error }) => error.code)).toEqual(['engine_crashed', 'engine_crashed']);
  for (const { start, end } of parts) {
    const said = whole.result?.segments.filter((one) => one.start >= start && one.end <= end);
    expect(said?.length).toBeGreaterThan(0);
  }
  expect(await failed()).toMatchObject([{ transcription: { id: before.id }, failed_parts: parts }]);

  const given = windowsGiven(log).length;
  const done = await continued(before.id);
  expect(new Set(windowsGiven(log).slice(given))).toEqual(new Set([windows[1], windows[3]]));
  expect(done).toMatchObject({ status: 'completed', version: 2, warnings: whole.warnings });
  const { media: _, subtitles: __, ...result } = done.result ?? { media: null, subtitles: null };
  expect(whole.result).toMatchObject(result);
  expect(await failed()).toEqual([]);
  expect(await app.client.getTranscription(before.id)).toEqual(before);
});

test('what people corrected and whom they named stays', async () => {
  // Most of what Ben says is missing.
  const before = await lacking(app.client, [1, 2, 4]);
  const { id, revision } = before;
  const edits = [{ op: 'text' as const, id: 0, text: 'Corrected by hand.' }];
  await app.client.editTranscript(id, { revision, edits });
  await app.client.editCues(id, byHand);
  await app.client.renameSpeaker(id, 1, { name: 'Zoë' });
  await app.client.renameSpeaker(id, 2, { name: 'Ben' });
  const { result, id: made } = await continued(id);
  expect(await subtitles(made)).toContain('Written by hand');
  expect(result?.segments[0]).toMatchObject({ text: 'Corrected by hand.', edited: true });
  expect(result?.speakers.map(({ name }) => name)).toEqual(['Zoë', 'Ben']);
  expect(result?.segments.slice(1).map(({ text }) => text)).toEqual(
    whole.result?.segments.slice(1).map(({ text }) => text),
  );
});

test('one whose parts fail again, or that is canceled, can be taken up another time', async () => {
  const before = await lacking();
  poison(log, [windows[3] ?? '']);
  const again = await continued(before.id);
  expect(again.result?.failed_parts).toEqual(before.result?.failed_parts.slice(1));
  const listed = async () =>
    (await failed())
      .map(({ transcription }) => transcription)
      .filter(({ recording_id }) => recording_id === before.id)
      .map(({ id }) => id);
  expect(await listed()).toEqual([again.id]);

  await app.client.pauseQueue();
  const { id } = await app.client.continueTranscription(again.id);
  expect(await listed(), 'while it is under way').toEqual([]);
  expect(await app.client.continueTranscription(again.id).catch(codeOf)).toBe('wrong_state');
  await app.client.cancelTranscription(id);
  expect(await listed()).toEqual([again.id]);
  await app.client.resumeQueue();
  poison(log, []);
  expect((await continued(id)).result?.text).toBe(whole.result?.text);
});

test('is refused where nothing is missing', async () => {
  const refused = app.client.continueTranscription(whole.id);
  expect(await refused.catch(codeOf)).toBe('wrong_state');
});

test('costs nothing more, and is only for those who see the recording', async () => {
  const { key } = await app.client.createKey({ name: 'metered' });
  const owner = createClient({ baseUrl: app.url, key });
  const before = await lacking(owner, [1]);
  const { points_spent } = await owner.getUsage();
  expect(before.points_spent).toBeGreaterThan(0);
  const { key: other } = await app.client.createKey({ name: 'own', scope: 'own' });
  const stranger = createClient({ baseUrl: app.url, key: other });
  expect(await failed(stranger)).toEqual([]);
  expect(await stranger.continueTranscription(before.id).catch(codeOf)).toBe('not_found');
  await owner.trashTranscription(before.id);
  expect((await failed(owner)).map(({ transcription }) => transcription.id)).not.toContain(
    before.id,
  );
  await owner.restoreTranscription(before.id);
  expect((await continued(before.id, owner)).points_spent).toBe(0);
  expect(await owner.getUsage()).toMatchObject({ points_spent, points_reserved: 0 });
});

test('of a link that leads to another recording by now, nothing is taken over', async () => {
  const before = await lacking(app.client, [1]);
  await app.client.editCues(before.id, byHand);
  await app.client.renameSpeaker(before.id, 1, { name: 'Zoë' });
  await rm(join(app.dataDir, 'recordings', before.id), { recursive: true });
  files['/talk.wav'] = asFile(compose(loadPool(), clipsIn('de', 10))).bytes;
  const { id, result } = await continued(before.id);
  expect(result?.text).not.toContain(before.result?.segments[0]?.text);
  expect(result?.speakers.map(({ name }) => name)).not.toContain('Zoë');
  expect(await subtitles(id)).not.toContain('Written by hand');
});
