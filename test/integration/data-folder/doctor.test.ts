/** What `steno doctor` finds, and mends without losing anything. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import BetterSqlite from 'better-sqlite3';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Config, loadConfig } from '../../../src/main/core/config.ts';
import { examine } from '../../../src/main/doctor/examine.ts';
import { openDatabase } from '../../../src/main/repositories/sqlite-database.ts';
import { storeTranscripts } from '../../helpers/corpus/stored-transcripts.ts';
import { noStrace } from '../../helpers/faults/strace.ts';
import { makeTempFolder, startTestApp } from '../../helpers/harness/app.ts';
import { runSteno, startService, stenoProgram } from '../../helpers/harness/service-process.ts';

let folder: string;
beforeEach(async () => {
  folder = join(await makeTempFolder(), 'data');
  return () => rm(join(folder, '..'), { recursive: true, force: true });
});

const NOW = Date.UTC(2026, 10, 22);
const look = ({
  fix = false,
  ...config
}: { fix?: boolean } & Partial<Pick<Config, 'dataDir' | 'engineFile'>> = {}) =>
  examine(
    { ...loadConfig({ dataDir: folder }, { STENO_YT_DLP_URL: '' }), ...config },
    { now: NOW, fix },
  );
/** Where no program is found: asking each for its version takes longer than looking at the data. */
async function lookAtData({ fix = false } = {}) {
  const nowhere = join(folder, 'nowhere');
  vi.stubEnv('PATH', nowhere);
  vi.stubEnv('STENO_FFMPEG', nowhere);
  try {
    return await look({ fix, engineFile: nowhere });
  } finally {
    vi.unstubAllEnvs();
  }
}
/** What is said about one thing of the data. */
const about = async (what: string) => {
  const { findings } = await lookAtData();
  return findings.filter((finding) => finding.about === what);
};

test('a sound folder has no problems, and looking changes nothing', async () => {
  await storeTranscripts(folder, [{ title: 'Talk', windows: [['Hello.']] }]);
  const before = readFileSync(join(folder, 'steno.db'));
  const { findings, mended } = await look();
  expect(findings.filter(({ state }) => state === 'problem')).toEqual([]);
  const seen = new Set(findings.map((finding) => finding.about));
  for (const what of ['Versions', 'Database', 'Search', 'Files', 'Engine', 'Model', 'ffmpeg']) {
    expect(seen).toContain(what);
  }
  const database = findings.find((finding) => finding.about === 'Database');
  expect(database?.says).toContain('1 transcription');
  expect(mended).toEqual([]);
  expect(readFileSync(join(folder, 'steno.db')).equals(before)).toBe(true);
});

test('a folder that is not there yet is not made', async () => {
  const { findings } = await look();
  expect(findings.filter(({ state }) => state === 'problem')).toEqual([]);
  expect(existsSync(folder)).toBe(false);
});

test('one that cannot be made is a problem', async () => {
  await writeFile(folder, 'not a folder');
  const dataDir = join(folder, 'data');
  expect((await look({ dataDir })).findings).toContainEqual({
    about: 'Data folder',
    state: 'problem',
    says: `The data folder ${dataDir} cannot be written. Choose another with --data.`,
  });
});

test('what others may read becomes private', async () => {
  await openDatabase(folder).close();
  await chmod(folder, 0o755);
  await chmod(join(folder, 'steno.db'), 0o644);
  expect(await about('Permissions')).toMatchObject([{ state: 'note' }]);
  expect((await lookAtData({ fix: true })).mended).toEqual(['Permissions']);
  const modes = [folder, join(folder, 'steno.db')].map((path) => statSync(path).mode & 0o777);
  expect(modes).toEqual([0o700, 0o600]);
  const inside = join(folder, 'recordings', 'one', 'media');
  await mkdir(dirname(inside), { recursive: true, mode: 0o700 });
  await writeFile(inside, 'sound', { mode: 0o600 });
  expect(await about('Permissions')).toMatchObject([{ state: 'good' }]);
  await chmod(inside, 0o604);
  const [found] = await about('Permissions');
  expect(found?.says).toBe(
    `Other users of this computer may read ${join('recordings', 'one', 'media')}.`,
  );
});

test.skipIf(noStrace !== null)(
  'on a disk that keeps no rights, none are said to be taken away',
  async () => {
    await openDatabase(folder).close();
    for (const path of [folder, join(folder, 'data-folder.json')]) await chmod(path, 0o777);
    const chmods = '?chmod,?fchmod,?fchmodat,?fchmodat2';
    const forgotten = ['-f', '-e', `trace=${chmods}`, '-e', `inject=${chmods}:retval=0`];
    const doctor = [process.execPath, await stenoProgram(), 'doctor', '--fix', '--data', folder];
    const { stdout } = await promisify(execFile)('strace', [
      ...[...forgotten, '-o', '/dev/null'],
      ...doctor,
    ]);
    expect(stdout).toContain('its file system keeps no rights');
    expect(stdout).not.toContain('Mended');
  },
);

test('recordings that the database does not know are moved aside', async () => {
  const [id = ''] = await storeTranscripts(folder, [{ title: 'Talk', windows: [['Hello.']] }]);
  const stranger = 'trs_strangerstrangerstrang';
  for (const name of [id, stranger]) {
    await mkdir(join(folder, 'recordings', name), { recursive: true });
    await writeFile(join(folder, 'recordings', name, 'media'), name);
  }
  const [found] = await about('Files');
  expect(found).toMatchObject({ state: 'note' });
  const { mended } = await lookAtData({ fix: true });
  expect(mended).toContain('Files');
  const aside = join(folder, 'aside', 'unknown', '20261122T000000000Z');
  expect(readFileSync(join(aside, 'recordings', stranger, 'media'), 'utf8')).toBe(stranger);
  expect(existsSync(join(folder, 'recordings', id, 'media'))).toBe(true);
  expect(await about('Files')).toMatchObject([{ state: 'good' }]);
  const [unknown] = await about('Unknown files');
  expect(unknown?.says).toContain(stranger);
  expect(unknown?.says).toContain('until 2026-12-22');
});

test('what a killed service has left is looked at, and the next start works', async () => {
  const service = await startService(folder);
  const { id } = await service.client.uploadFile(new Blob(['sound']), 'a.mp3');
  await service.kill();
  expect(await about('Database')).toMatchObject([{ state: 'good' }]);
  const again = await startService(folder);
  expect((await again.client.createTranscription({ url: `steno://files/${id}` })).id).toBeTruthy();
  await again.kill();
  await truncate(join(folder, 'steno.db-wal'), 0);
  expect((await about('Database'))[0]?.says).toContain('Its log was damaged');
  const app = await startTestApp({ dataDir: folder, work: false });
  expect((await app.client.listLosses()).data).toMatchObject([{ reason: 'log' }]);
  await app.stop();
});

test('a transcript whose recording is gone is shown without a player', async () => {
  const [id = ''] = await storeTranscripts(folder, [{ title: 'Talk', windows: [['Hello.']] }]);
  const { db, close } = openDatabase(folder);
  await db.updateTable('transcriptions').set({ mediaType: 'audio/mpeg' }).execute();
  await close();
  expect(await about('Files')).toMatchObject([{ state: 'note' }]);
  await lookAtData({ fix: true });
  const app = await startTestApp({ dataDir: folder });
  expect((await app.client.getTranscription(id)).result?.media).toBeNull();
  await app.stop();
});

test('a damaged index of the search is rebuilt', async () => {
  const [id = ''] = await storeTranscripts(folder, [{ title: 'Talk', windows: [['Hello.']] }]);
  const sqlite = new BetterSqlite(join(folder, 'steno.db'));
  sqlite.unsafeMode();
  sqlite.exec('DELETE FROM search_data WHERE id > 10');
  sqlite.close();
  expect(await about('Search')).toMatchObject([{ state: 'problem' }]);
  expect((await lookAtData({ fix: true })).mended).toEqual(['Search']);
  const app = await startTestApp({ dataDir: folder });
  const { data } = await app.client.search({ q: 'hello' });
  expect(data).toMatchObject([{ transcription_id: id }]);
  await app.stop();
});

test('a lost log is told, and with --fix what is left is backed up and gone on with', async () => {
  const service = await startService(folder);
  await service.client.createKey({ name: 'lost' });
  await service.kill();
  await rm(join(folder, 'steno.db-wal'));
  expect(await about('Database')).toMatchObject([{ state: 'problem' }]);
  expect((await lookAtData({ fix: true })).mended).toEqual(['Database']);
  expect((await about('Backups'))[0]?.state).toBe('good');
  const app = await startTestApp({ dataDir: folder });
  await app.stop();
});

test('beside a running service all of it is read, and nothing is mended', async () => {
  const service = await startService(folder);
  await chmod(folder, 0o755);
  const result = await runSteno(['doctor', '--fix', '--data', folder]);
  expect(result.code).toBe(0);
  expect(result.stdout).toContain('with Steno running on it');
  expect(result.stdout).toContain('Stop Steno before "steno doctor --fix"');
  expect(statSync(folder).mode & 0o777).toBe(0o755);
  await service.stop();
});

test('a problem is told in the exit code, too, and as JSON', async () => {
  await openDatabase(folder).close();
  await writeFile(join(folder, 'steno.db'), 'nothing');
  const result = await runSteno(['doctor', '--json', '--data', folder]);
  expect(result.code).toBe(1);
  const findings = JSON.parse(result.stdout) as { about: string; state: string }[];
  expect(findings).toContainEqual(expect.objectContaining({ about: 'Database', state: 'problem' }));
});
