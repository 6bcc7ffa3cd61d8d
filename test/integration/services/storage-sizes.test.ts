import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findService } from '../../../src/main/core/service-file.ts';
import { serveRecordings, shortBytes } from '../../helpers/corpus/recordings.ts';
import { finished, makeTempFolder, startTestApp } from '../../helpers/harness/app.ts';
import type { Origin } from '../../helpers/servers/http-origin.ts';

let dataDir: string;
let origin: Origin;
beforeAll(async () => {
  dataDir = await makeTempFolder();
  origin = await serveRecordings({ '/short.mp3': shortBytes() });
});
afterAll(async () => {
  await origin.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe('the data folder', () => {
  test('keeps transcriptions, uploads, keys and sessions from one start to the next', async () => {
    const first = await startTestApp({ dataDir });
    const { id } = await first.client.createTranscription({ url: `${origin.url}/short.mp3` });
    const done = await finished(first.client, id);
    const upload = await first.client.uploadFile(new Blob([shortBytes()]), 'kept.mp3');
    await first.stop();

    const second = await startTestApp({ dataDir });
    const again = await second.client.getTranscription(id);
    const at = (url: string | undefined) => new URL(url ?? '').pathname;
    expect(at(again.result?.subtitles.vtt)).toBe(at(done.result?.subtitles.vtt));
    expect({ ...again, result: null }).toEqual({ ...done, result: null });
    expect(again.result?.segments).toEqual(done.result?.segments);
    expect((await second.client.listKeys()).data).toHaveLength(2);
    const { id: fromUpload } = await second.client.createTranscription({ url: upload.url });
    expect((await finished(second.client, fromUpload)).source.title).toBe('kept.mp3');
    await second.stop();
  });

  test.skipIf(process.platform === 'win32')('has only private files, wherever it is', async () => {
    const shared = join(dataDir, 'shared');
    await mkdir(shared);
    await chmod(shared, 0o755);
    const app = await startTestApp({ dataDir: shared });
    await app.client.uploadFile(new Blob(['x']), 'a.mp3');
    const names = await readdir(shared);
    expect(names).toEqual(expect.arrayContaining(['steno.db', 'steno.db-wal', 'service.json']));
    const modes = names.map(async (name) => [name, (await stat(join(shared, name))).mode & 0o077]);
    expect(await Promise.all(modes)).toEqual(names.map((name) => [name, 0]));
    await app.stop();
  });

  test('is for its owner alone, and says that a service runs only while it does', async () => {
    const inner = join(dataDir, 'own');
    const app = await startTestApp({ dataDir: inner });
    if (process.platform !== 'win32') expect((await stat(inner)).mode & 0o077).toBe(0);
    expect((await findService(inner))?.url).toBe(app.url);
    await app.stop();
    expect(await findService(inner)).toBeNull();
  });
});

describe('the list', () => {
  test('goes on where a page ended, also when new ones come in between', async () => {
    const app = await startTestApp();
    const create = () => app.client.createTranscription({ url: `${origin.url}/none.mp3` });
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) ids.unshift((await create()).id);
    const first = await app.client.listTranscriptions({ limit: 3 });
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 3));
    expect(first.has_more).toBe(true);
    await create();
    await app.client.deleteTranscription(ids[2] ?? '');
    const cursor = first.next_cursor ?? '';
    const second = await app.client.listTranscriptions({ limit: 10, cursor });
    expect(second.data.map(({ id }) => id)).toEqual(ids.slice(3));
    expect(second).toMatchObject({ has_more: false, next_cursor: null });
    await finished(app.client, ids[0] ?? '');
    const failed = await app.client.listTranscriptions({ status: ['failed'] });
    expect(failed.data.length).toBeGreaterThan(0);
    expect(failed.data.every(({ status }) => status === 'failed')).toBe(true);
    expect((await app.client.listTranscriptions({ status: ['completed'] })).data).toEqual([]);
    await app.stop();
  });
});
