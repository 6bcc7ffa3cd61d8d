/** What lies in the data folder and the database does not know is moved aside, made again where it can be, and told. */
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { unfinishedUpload } from '../../../src/main/repositories/file.repository.ts';
import { noteRemovals } from '../../../src/main/repositories/folder/removals.ts';
import { openDatabase } from '../../../src/main/repositories/sqlite-database.ts';
import { createClient } from '../../../src/shared/client.ts';
import { shortBytes } from '../../helpers/corpus/recordings.ts';
import { finished, makeTempFolder, startTestApp } from '../../helpers/harness/app.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';
import { runSql } from '../../helpers/harness/test-database.ts';
import { until } from '../../helpers/harness/until.ts';

const DAY = 24 * 3_600_000;
const ID = 'trs_aaaaaaaaaaaaaaaaaaaaaa';
const FILE = 'file_aaaaaaaaaaaaaaaaaaaaaa';
const LOSE_ALL = ['ledger', 'idempotency_keys', 'transcriptions', 'files'];

let folder: string;
beforeEach(async () => {
  folder = await makeTempFolder();
  // A library that knows something, so that a start is not refused.
  const app = await startTestApp({ dataDir: folder, work: false });
  await app.client.uploadFile(new Blob(['known']), 'known.mp3');
  await app.stop();
  return () => rm(folder, { recursive: true, force: true });
});

const put = async (name: string, content: string | Buffer = name) => {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), content);
};
const aside = () =>
  readdirSync(join(folder, 'aside', 'unknown'), { recursive: true })
    .map(String)
    .map((name) => name.slice(name.indexOf('/') + 1));
type App = Awaited<ReturnType<typeof startTestApp>>;
const loss = async ({ client }: App, count: number) =>
  until(async () => {
    const [found] = (await client.listLosses()).data;
    return found?.recovered.length === count ? found : null;
  });

test('a recording and an upload are transcribed again, the first under its id', async () => {
  await put(`recordings/${ID}/media`, shortBytes());
  await put(`recordings/${ID}/waveform`);
  await put(`files/${FILE}`, Buffer.concat([shortBytes(), Buffer.from('2')]));
  await put(`work/${ID.replaceAll('a', 'b')}/audio.s16`);
  const app = await startTestApp({ dataDir: folder });
  const found = await loss(app, 2);
  expect(found).toMatchObject({ reason: 'files', files: 2 });
  expect(found.message).toContain('2 recordings of it could be found and are transcribed again');
  for (const id of found.recovered) {
    const done = await finished(app.client, id);
    expect(done).toMatchObject({ status: 'completed', source: { title: 'Recovered recording' } });
    expect(done.warnings.map(({ code }) => code)).toContain('recovered');
  }
  expect(found.recovered).toContain(ID);
  expect(aside()).toContain(`recordings/${ID}/waveform`);

  // A person who deletes it deletes what lies aside of it, too.
  await app.client.deleteTranscription(ID);
  expect(aside()).not.toContain(`recordings/${ID}/waveform`);
  expect(aside()).toContain(`work/${ID.replaceAll('a', 'b')}/audio.s16`);
  await app.client.dismissLosses();
  expect((await app.client.listLosses()).data).toEqual([]);
  await app.stop();
  const later = await startTestApp({ dataDir: folder });
  expect((await later.client.listLosses()).data).toEqual([]);
  await expect(later.client.getTranscription(ID)).rejects.toThrow('no transcription');
  await later.stop();
});

test('what a key asked for is its own again, and costs nothing', async () => {
  const before = await startTestApp({ dataDir: folder, work: false });
  const { key } = await before.client.createKey({ name: 'own', scope: 'own' });
  const own = createClient({ baseUrl: before.url, key });
  const { url } = await own.uploadFile(new Blob([shortBytes()]), 'Interview.mp3');
  const asked = { url, webhook_url: 'https://example.com/hook', language: 'en' } as const;
  const { id } = await own.createTranscription(asked);
  const link = await before.client.createTranscription({ url: 'http://127.0.0.1:9/talk.mp3' });
  await before.stop();
  for (const table of LOSE_ALL) await runSql(folder, `DELETE FROM ${table}`);
  await put(`files/${FILE}`, 'so that something is known');
  await runSql(
    folder,
    `INSERT INTO files (id, filename, bytes, sha256, test, created_at) VALUES ('${FILE}', 'x', 1, 'x', 0, 0)`,
  );

  const app = await startTestApp({ dataDir: folder, work: false });
  const again = createClient({ baseUrl: app.url, key });
  // At once, before anybody asks: a script that polls never sees it missing.
  const { source, options, webhook_url } = await again.getTranscription(id);
  expect({ title: source.title, language: options.language, webhook_url }).toEqual({
    title: 'Interview.mp3',
    language: 'en',
    webhook_url: asked.webhook_url,
  });
  expect((await app.client.getTranscription(link.id)).source.url).toContain('talk.mp3');
  expect(await again.getUsage()).toMatchObject({ points_reserved: 0, points_spent: 0 });
  // Unused as it seems, and old, it is not deleted after a loss.
  expect(existsSync(join(folder, 'files', FILE))).toBe(true);
  await app.stop();
});

test('an upload that was never acknowledged is kept for 30 days, and no loss', async () => {
  const clock = createFakeClock();
  await put(`files/${FILE}`);
  await put(`files/${FILE.replaceAll('a', 'b')}.part`);
  const { db, close } = openDatabase(folder);
  await noteRemovals(db, [unfinishedUpload(FILE), unfinishedUpload(FILE.replaceAll('a', 'b'))]);
  await close();
  const startAgain = () => startTestApp({ dataDir: folder, work: false }, { clock });
  const app = await startAgain();
  expect((await app.client.listLosses()).data).toEqual([]);
  await app.stop();
  await clock.advance(30 * DAY);
  await (await startAgain()).stop();
  expect(aside()).toContain(`files/${FILE}`);
  expect(aside()).not.toContain(`files/${FILE.replaceAll('a', 'b')}.part`);
  await clock.advance(1);
  const last = await startAgain();
  await until(() => aside().length === 0);
  await last.stop();
});

test('two starts at the same moment each have a place of their own', async () => {
  const clock = createFakeClock();
  for (const name of ['c', 'd']) {
    await put(`work/${ID.replaceAll('a', name)}/audio.s16`);
    await (await startTestApp({ dataDir: folder, work: false }, { clock })).stop();
  }
  expect(readdirSync(join(folder, 'aside', 'unknown'))).toHaveLength(2);
});

test('what cannot be moved stays where it is, and the start goes on', async () => {
  const mine = [`work/${ID}/media`, `files/${FILE}`, 'work/notes.txt', 'recordings/mine/a.mp3'];
  for (const name of mine) await put(name);
  await put('aside', 'a file of mine');
  const app = await startTestApp({ dataDir: folder, work: false });
  expect((await app.client.listTranscriptions()).data).toEqual([]);
  await app.stop();
  for (const name of mine) expect(await readFile(join(folder, name), 'utf8')).toBe(name);
  expect(await readFile(join(folder, 'aside'), 'utf8')).toBe('a file of mine');
});
