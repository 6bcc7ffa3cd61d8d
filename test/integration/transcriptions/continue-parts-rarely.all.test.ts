/** What of parts that failed is rarer: all of a recording failed, or its link leads to another by now. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose } from '../../helpers/corpus/recordings.ts';
import { type LackingParts, startLackingParts } from '../../helpers/harness/lacking-parts.ts';

let parts: LackingParts;

beforeAll(async () => {
  parts = await startLackingParts();
});
afterAll(() => parts.stop());

test('a recording that failed with such parts is listed, and they are transcribed with the rest', async () => {
  const { app, whole } = parts;
  // The engine is broken that dies of three in a row.
  const before = await parts.without([0, 1, 2, 3, 4]);
  expect(before).toMatchObject({ status: 'failed', error: { code: 'engine_crashed' } });
  const [listed] = (await app.client.listFailed()).data;
  expect(listed?.transcription.id).toBe(before.id);
  expect(listed?.failed_parts.length).toBeGreaterThan(0);
  const { result } = await parts.continued(before.id);
  expect(result?.segments).toEqual(whole.result?.segments);
  expect((await app.client.listFailed()).data).toEqual([]);
});

test('what people joined over a part is parted there, and what was said comes between', async () => {
  const { app, whole } = parts;
  const before = await parts.without([1, 3]);
  const { segments = [], failed_parts = [] } = before.result ?? {};
  const edits = failed_parts
    .map(({ end }) => segments.findIndex(({ start }) => start >= end))
    .toReversed()
    .map((id) => ({ op: 'join' as const, id }));
  await app.client.editTranscript(before.id, { revision: before.revision, edits });
  const { result } = await parts.continued(before.id);
  expect(result?.text).toBe(whole.result?.text);
  expect(result?.segments.map(({ start }) => start)).toEqual(
    whole.result?.segments.map(({ start }) => start),
  );
});

test('of a link that leads to another recording by now, nothing is taken over', async () => {
  const { app, files } = parts;
  const before = await parts.without([1]);
  const cues = [{ start: 0, end: 2, text: 'Written by hand' }];
  await app.client.editCues(before.id, { from: 0, to: 2, cues });
  await app.client.renameSpeaker(before.id, 1, { name: 'Zoë' });
  await rm(join(app.dataDir, 'recordings', before.id), { recursive: true });
  files['/talk.wav'] = asFile(compose(loadPool(), clipsIn('de', 10))).bytes;
  const { id, result } = await parts.continued(before.id);
  expect(result?.text).not.toContain(before.result?.segments[0]?.text);
  expect(result?.speakers.map(({ name }) => name)).not.toContain('Zoë');
  const { file } = await app.client.exportTranscription(id, { format: 'srt' });
  expect(await file.text()).not.toContain('Written by hand');
});
