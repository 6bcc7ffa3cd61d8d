/** Parts that nobody could make out: seen, and transcribed again, so that the text is as if nothing had failed. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ApiError, type Client, createClient } from '../../../src/shared/client.ts';
import { type LackingParts, startLackingParts } from '../../helpers/harness/lacking-parts.ts';

let parts: LackingParts;

beforeAll(async () => {
  parts = await startLackingParts();
});
beforeEach(() => parts.poison([]));
afterAll(() => parts.stop());

const failed = async (client: Client = parts.app.client) => (await client.listFailed()).data;
const codeOf = (refused: ApiError) => refused.code;
const byHand = { from: 0, to: 2, cues: [{ start: 0, end: 2, text: 'Written by hand' }] };
const subtitlesOf = async (id: string) =>
  (await parts.app.client.exportTranscription(id, { format: 'srt' })).file.text();

test('they are left out with the reason, and then transcribed as if nothing had failed', async () => {
  const before = await parts.without([1, 3]);
  expect(before.status).toBe('completed');
  expect(before.warnings.map(({ code }) => code)).toContain('part_failed');
  const missing = before.result?.failed_parts ?? [];
  expect(missing.map(({ error }) => error.code)).toEqual(['engine_crashed', 'engine_crashed']);
  for (const { start, end } of missing) {
    const said = parts.whole.result?.segments.filter((one) => one.start >= start && one.end <= end);
    expect(said?.length).toBeGreaterThan(0);
  }
  expect(await failed()).toMatchObject([
    { transcription: { id: before.id }, failed_parts: missing },
  ]);

  const given = parts.given();
  const done = await parts.continued(before.id);
  expect(parts.since(given)).toEqual([1, 3]);
  expect(done).toMatchObject({ status: 'completed', version: 2, warnings: parts.whole.warnings });
  const { media: _, subtitles: __, ...result } = done.result ?? { media: null, subtitles: null };
  expect(parts.whole.result).toMatchObject(result);
  expect(await failed()).toEqual([]);
  expect(await parts.app.client.getTranscription(before.id)).toEqual(before);
});

test('what people corrected and whom they named stays', async () => {
  // Most of what Ben says is missing.
  const before = await parts.without([1, 2, 4]);
  const { id, revision } = before;
  const edits = [{ op: 'text' as const, id: 0, text: 'Corrected by hand.' }];
  await parts.app.client.editTranscript(id, { revision, edits });
  await parts.app.client.editCues(id, byHand);
  await parts.app.client.renameSpeaker(id, 1, { name: 'Zoë' });
  await parts.app.client.renameSpeaker(id, 2, { name: 'Ben' });
  const { result, id: made } = await parts.continued(id);
  expect(await subtitlesOf(made)).toContain('Written by hand');
  expect(result?.segments[0]).toMatchObject({ text: 'Corrected by hand.', edited: true });
  expect(result?.speakers.map(({ name }) => name)).toEqual(['Zoë', 'Ben']);
  expect(result?.segments.slice(1).map(({ text }) => text)).toEqual(
    parts.whole.result?.segments.slice(1).map(({ text }) => text),
  );
});

test('one whose parts fail again, or that is canceled, can be taken up another time', async () => {
  const before = await parts.without([1, 3]);
  parts.poison([3]);
  const again = await parts.continued(before.id);
  expect(again.result?.failed_parts).toEqual(before.result?.failed_parts.slice(1));
  const listed = async () =>
    (await failed())
      .map(({ transcription }) => transcription)
      .filter(({ recording_id }) => recording_id === before.id)
      .map(({ id }) => id);
  expect(await listed()).toEqual([again.id]);

  await parts.app.client.pauseQueue();
  const { id } = await parts.app.client.continueTranscription(again.id);
  expect(await listed(), 'while it is under way').toEqual([]);
  expect(await parts.app.client.continueTranscription(again.id).catch(codeOf)).toBe('wrong_state');
  await parts.app.client.cancelTranscription(id);
  expect(await listed()).toEqual([again.id]);
  await parts.app.client.resumeQueue();
  parts.poison([]);
  expect((await parts.continued(id)).result?.text).toBe(parts.whole.result?.text);
});

test('is refused where nothing is missing', async () => {
  const refused = parts.app.client.continueTranscription(parts.whole.id);
  expect(await refused.catch(codeOf)).toBe('wrong_state');
});

test('costs nothing more, and is only for those who see the recording', async () => {
  const { key } = await parts.app.client.createKey({ name: 'metered' });
  const owner = createClient({ baseUrl: parts.app.url, key });
  const before = await parts.without([1], owner);
  const { points_spent } = await owner.getUsage();
  expect(before.points_spent).toBeGreaterThan(0);
  const { key: other } = await parts.app.client.createKey({ name: 'own', scope: 'own' });
  const stranger = createClient({ baseUrl: parts.app.url, key: other });
  expect(await failed(stranger)).toEqual([]);
  expect(await stranger.continueTranscription(before.id).catch(codeOf)).toBe('not_found');
  await owner.trashTranscription(before.id);
  expect((await failed(owner)).map(({ transcription }) => transcription.id)).not.toContain(
    before.id,
  );
  await owner.restoreTranscription(before.id);
  expect((await parts.continued(before.id, owner)).points_spent).toBe(0);
  expect(await owner.getUsage()).toMatchObject({ points_spent, points_reserved: 0 });
});
