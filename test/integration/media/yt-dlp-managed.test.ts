import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/main/core/clock.ts';
import { createYtDlpStore } from '../../../src/main/media/yt-dlp/yt-dlp-store.ts';
import { makeTempFolder, startTestApp } from '../../helpers/harness/app.ts';
import { temporaryFolder } from '../../helpers/harness/media-fetch.ts';
import { runSteno } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';
import {
  programOf,
  type ReleaseServer,
  startReleaseServer,
  sumsOf,
} from '../../helpers/servers/release-server.ts';

const OLD = programOf('2026.01.01');
const NEW = programOf('2026.08.19');
const { signal } = new AbortController();
let server: ReleaseServer;

beforeAll(async () => {
  server = await startReleaseServer();
});
afterAll(() => server.close());

async function emptyStore(options: { baseUrl?: string | null; env?: NodeJS.ProcessEnv } = {}) {
  const folder = path.join(await temporaryFolder(), 'yt-dlp');
  const { baseUrl = server.url, env = {} } = options;
  const store = createYtDlpStore({ folder, baseUrl, ownPort: () => null, env, clock: systemClock });
  return { store, folder };
}

it('is downloaded when it is needed first, and once', async () => {
  server.release(OLD);
  const { store, folder } = await emptyStore();
  server.asked.length = 0;
  const found = await Promise.all([store.find(signal), store.find(signal)]);
  expect(found.map(({ version }) => version)).toEqual(['2026.01.01', '2026.01.01']);
  expect(found[0].file.startsWith(folder)).toBe(true);
  expect(server.asked).toHaveLength(2);
  await store.find(signal);
  expect(server.asked).toHaveLength(2);
});

it('is waited for by those who still want it when others no longer do', async () => {
  server.release(OLD);
  const { store } = await emptyStore();
  server.asked.length = 0;
  const goOn = server.hold();
  const leaving = new AbortController();
  const found = [store.find(leaving.signal), store.find(signal)];
  await until(() => server.asked.length > 0);
  leaving.abort(new Error('It was canceled.'));
  await expect(found[0]).rejects.toThrow('It was canceled.');
  goOn();
  expect(await found[1]).toMatchObject({ version: '2026.01.01' });
});

it('has not failed when nobody waited for it any more', async () => {
  server.release(OLD);
  const { store } = await emptyStore();
  server.asked.length = 0;
  const goOn = server.hold();
  const leaving = new AbortController();
  const left = store.update(leaving.signal);
  await until(() => server.asked.length > 0);
  leaving.abort(new Error('It was canceled.'));
  await expect(left).rejects.toThrow('It was canceled.');
  expect(await store.status(signal)).toMatchObject({ download: null, failure: null });
  goOn();
});

it('is downloaded anew when nobody waited for it any more', async () => {
  server.release(OLD);
  const { store, folder } = await emptyStore();
  server.asked.length = 0;
  const goOn = server.hold();
  const leaving = new AbortController();
  const left = store.find(leaving.signal);
  await until(() => server.asked.length > 0);
  leaving.abort(new Error('It was canceled.'));
  const found = store.find(signal);
  await expect(left).rejects.toThrow('It was canceled.');
  goOn();
  expect(await found).toMatchObject({ version: '2026.01.01' });
  expect(await readdir(folder)).toHaveLength(2); // the release and the note about it
});

it('is updated, and reverted, and only the one before is kept', async () => {
  const { store, folder } = await emptyStore();
  for (const program of [programOf('2025.12.08'), OLD, NEW]) {
    server.release(program);
    await store.update(signal);
  }
  const updated = { version: '2026.08.19', origin: 'managed', previous_version: '2026.01.01' };
  expect(await store.status(signal)).toMatchObject(updated);
  expect(await readdir(folder)).toHaveLength(3); // two releases and the note about them
  expect(await store.revert(signal)).toMatchObject({
    version: '2026.01.01',
    previous_version: '2026.08.19',
  });
  expect(await store.find(signal)).toMatchObject({ version: '2026.01.01' });
  expect(await store.revert(signal)).toMatchObject(updated);
});

it('downloads nothing when it is the newest already', async () => {
  server.release(NEW);
  const { store } = await emptyStore();
  await store.update(signal);
  server.asked.length = 0;
  await store.update(signal);
  expect(server.asked).toEqual(['SHA2-256SUMS']);
});

it.each([
  ['has other bytes than its SHA-256 says', `${NEW}\n`, sumsOf(NEW)],
  ['is not in the list of sums', NEW, `${'0'.repeat(64)}  something-else\n`],
  ['comes with no list of sums', NEW, 'no sums here'],
])('is refused when it %s, and the old one stays', async (_why, program, sums) => {
  server.release(OLD);
  const { store, folder } = await emptyStore();
  await store.update(signal);
  const files = await readdir(folder);
  server.release(program, sums);
  await expect(store.update(signal)).rejects.toMatchObject({ code: 'yt_dlp_tampered' });
  expect(await store.find(signal)).toMatchObject({ version: '2026.01.01' });
  expect(await readdir(folder)).toEqual(files);
});

it('is refused when it does not run', async () => {
  server.release('#!/bin/sh\necho hello\n');
  const { store } = await emptyStore();
  await expect(store.update(signal)).rejects.toMatchObject({ code: 'yt_dlp_missing' });
  expect(await store.status(signal)).toMatchObject({ version: null, origin: null });
});

it('never comes over plain http', async () => {
  const { store } = await emptyStore({ baseUrl: server.url.replace('https:', 'http:') });
  await expect(store.update(signal)).rejects.toMatchObject({ code: 'invalid_url' });
});

it('gives way to the one on the PATH where none can be downloaded', async () => {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, 'yt-dlp'), OLD, { mode: 0o700 });
  const { store } = await emptyStore({ baseUrl: 'https://localhost:9/', env: { PATH: folder } });
  expect(await store.find(signal)).toMatchObject({ version: '2026.01.01' });
  expect(await store.status(signal)).toMatchObject({ origin: 'path' });
  await writeFile(path.join(folder, 'yt-dlp.new'), NEW, { mode: 0o700 });
  await rename(path.join(folder, 'yt-dlp.new'), path.join(folder, 'yt-dlp'));
  expect(await store.find(signal)).toMatchObject({ version: '2026.08.19' });
  const none = await emptyStore({ baseUrl: null });
  await expect(none.store.find(signal)).rejects.toMatchObject({ code: 'yt_dlp_missing' });
  await expect(none.store.update(signal)).rejects.toMatchObject({ code: 'wrong_state' });
  await expect(none.store.revert(signal)).rejects.toMatchObject({ code: 'wrong_state' });
});

it('is kept in order over the API, by the signed-in window alone', async () => {
  const app = await startTestApp({ ytDlpUrl: server.url });
  onTestFinished(() => app.stop());
  server.release(OLD);
  expect(await app.client.updateYtDlp()).toMatchObject({ version: '2026.01.01', updatable: true });
  server.release(NEW);
  expect(await app.client.updateYtDlp()).toMatchObject({ version: '2026.08.19' });
  expect(await app.client.revertYtDlp()).toMatchObject({ version: '2026.01.01' });
  expect(await app.client.getYtDlp()).toMatchObject({ origin: 'managed' });
  for (const request of [
    app.keyClient.getYtDlp(),
    app.keyClient.updateYtDlp(),
    app.keyClient.revertYtDlp(),
  ]) {
    await expect(request).rejects.toMatchObject({ code: 'forbidden' });
  }
});

it('is kept in order on the command line', async () => {
  const data = await makeTempFolder();
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  const env = { STENO_YT_DLP_URL: server.url, NODE_EXTRA_CA_CERTS: server.authority };
  const steno = async (command: string) =>
    (await runSteno(['yt-dlp', command, '--data', data], env)).stdout;
  server.release(OLD);
  expect(await steno('update')).toBe('yt-dlp 2026.01.01, kept by Steno\n');
  server.release(NEW);
  expect(await steno('update')).toContain('yt-dlp 2026.08.19, kept by Steno\n');
  expect(await steno('revert')).toContain('yt-dlp 2026.01.01, kept by Steno\n');
  expect(await steno('status')).toContain('"steno yt-dlp revert" goes back to 2026.08.19');
});
