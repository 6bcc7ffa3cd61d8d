/** The data folder is moved, unmounted, replaced or removed under a running service, and comes back. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, shortBytes } from '../../helpers/corpus/recordings.ts';
import { gatedEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import {
  ask,
  finished,
  makeTempFolder,
  startTestApp,
  type TestApp,
} from '../../helpers/harness/app.ts';
import { beginUpload } from '../../helpers/harness/begin-upload.ts';
import { createHurriedClock } from '../../helpers/harness/hurried-clock.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';
import { canMakeDisk } from '../../helpers/harness/small-disk.ts';
import { until } from '../../helpers/harness/until.ts';

const audio = asFile(compose(loadPool(), clipsIn('en', 2))).bytes;
const blob = () => new Blob([new Uint8Array(audio)]);
const mount = (...args: string[]) => execFileSync('mount', args);
const unmount = (path: string) => execFileSync('umount', ['--lazy', path]);

let parent: string;
/** Where the disk is mounted, and where the folder really lies. */
let place: string;
let disk: string;
let dataDir: string;
let engines: string;
let app: TestApp;
beforeAll(async () => {
  parent = await makeTempFolder();
  [place, disk] = [join(parent, 'place'), join(parent, 'disk')];
  [dataDir, engines] = [join(place, 'data'), join(parent, 'engines')];
  for (const folder of [place, disk, engines]) mkdirSync(folder);
  if (canMakeDisk) mount('--bind', disk, place);
  app = await startTestApp(
    {
      dataDir,
      engineFile: await writeProgram(join(engines, 'engine'), gatedEngine(join(engines, 'gate'))),
      lanes: 1,
    },
    { clock: createHurriedClock(10), tasks: ONE_VOICE },
  );
});
afterAll(async () => {
  await app.stop();
  if (canMakeDisk) unmount(place);
  await rm(parent, { recursive: true, force: true });
});

const failed = async (): Promise<unknown> => {
  const { body } = await ask(`${app.url}/health/ready`);
  return JSON.parse(body).failed;
};
const isUsingSqlite = () => existsSync(join(dataDir, 'steno.db'));
const away = { status: 503, code: 'data_folder_away' };

const moved = () => join(place, 'moved');
const WAYS = [
  {
    name: 'moved',
    go: () => rename(dataDir, moved()),
    left: () => null,
    comeBack: () => rename(moved(), dataDir),
  },
  {
    name: 'moved, with another folder in its place',
    async go() {
      await rename(dataDir, moved());
      for (const name of ['', 'files', 'work', 'recordings', 'backups']) {
        await mkdir(join(dataDir, name));
      }
      await writeFile(join(dataDir, 'lock.db'), '');
      await writeFile(join(dataDir, 'steno.db'), 'not ours');
    },
    left: () => ['backups', 'files', 'lock.db', 'recordings', 'steno.db', 'work'],
    async comeBack() {
      await rm(dataDir, { recursive: true });
      await rename(moved(), dataDir);
    },
  },
  {
    name: 'unmounted',
    go: async () => unmount(place),
    left: () => null,
    comeBack: async () => void mount('--bind', disk, place),
  },
];

test.each(WAYS)('$name: takes nothing, keeps its jobs, and goes on', async (way) => {
  const { name, go, left, comeBack } = way;
  if (name === 'unmounted' && !canMakeDisk) {
    process.stderr.write('Nothing is unmounted: that needs the rights of an administrator.\n');
    return expect(canMakeDisk).toBe(false);
  }
  const onSqlite = isUsingSqlite();
  const before = await app.client.uploadFile(blob(), 'before.wav');
  const job = await app.client.createTranscription({ url: before.url });
  // It waits for the engine, unless that still runs and was quicker.
  await until(async () => {
    const { stage, status } = await app.client.getTranscription(job.id);
    return stage === 'transcribing' || status === 'completed';
  });
  const half = beginUpload(app, new Uint8Array(shortBytes()));
  await until(() => readdirSync(join(dataDir, 'files')).some((file) => file.endsWith('.part')));
  await go();
  try {
    expect(await until(async () => `${await failed()}` === 'data_folder')).toBe(true);
    expect((await ask(`${app.url}/health/live`)).status).toBe(200);
    // So short that it is sent at once: of a request that is refused, no more than half a second is read.
    const short = new Blob([new Uint8Array(shortBytes())]);
    await expect(app.client.uploadFile(short, 'away.mp3')).rejects.toMatchObject(away);
    half.finish();
    expect((await half.answer).status).toBe(503);
    if (onSqlite) {
      const created = app.client.createTranscription({ url: before.url });
      await expect(created).rejects.toMatchObject(away);
      await expect(app.client.createBackup()).rejects.toMatchObject(away);
      await expect(app.client.deleteTranscription(job.id)).rejects.toMatchObject(away);
    }
    await writeFile(join(engines, 'gate'), '');
    // What is under way gets as far as it can, and none of it fails.
    expect((await app.client.getTranscription(job.id)).error).toBeNull();
    expect(existsSync(dataDir) ? readdirSync(dataDir).toSorted() : null).toEqual(left());
    if (left()) {
      expect(readFileSync(join(dataDir, 'steno.db'), 'utf8')).toBe('not ours');
      expect(readdirSync(join(dataDir, 'work'))).toEqual([]);
      expect(readdirSync(join(dataDir, 'files'))).toEqual([]);
    }
  } finally {
    half.finish();
    await comeBack();
  }
  const done = await finished(app.client, job.id);
  const warnings = done.warnings.map(({ code }) => code);
  expect([done.status, done.error, warnings]).toEqual(['completed', null, ['demo_model']]);
  expect(readFileSync(join(dataDir, 'recordings', job.id, 'media')).length).toBeGreaterThan(0);
  expect(await until(async () => `${await failed()}` === '')).toBe(true);
  // What was acknowledged is there byte for byte; what was not, leaves nothing.
  const id = before.url.split('/').at(-1) ?? '';
  expect(readFileSync(join(dataDir, 'files', id)).equals(audio)).toBe(true);
  expect(
    await until(() => !readdirSync(join(dataDir, 'files')).some((file) => file.endsWith('.part'))),
  ).toBe(true);
  const after = await app.client.uploadFile(blob(), 'after.wav');
  await finished(app.client, (await app.client.createTranscription({ url: after.url })).id);
  await rm(join(engines, 'gate'));
});

test('removed for good: says so, makes nothing again, and stops', async () => {
  const gone = await startTestApp({ dataDir: join(parent, 'gone') });
  writeFileSync(join(parent, 'stays'), '');
  await rm(gone.dataDir, { recursive: true });
  await expect(gone.client.uploadFile(blob(), 'gone.wav')).rejects.toMatchObject(away);
  const ready = await ask(`${gone.url}/health/ready`);
  expect([ready.status, JSON.parse(ready.body).failed]).toEqual([503, ['data_folder']]);
  await gone.stop();
  expect(existsSync(gone.dataDir)).toBe(false);
});
