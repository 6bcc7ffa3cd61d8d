/**
 * A service is killed, and then its database loses what was stored last. Nothing of what lies in the folder is deleted,
 * every acknowledged request is there again under its id, and it is told.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  cpSync,
  existsSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listBackups } from '../../../src/main/repositories/folder/backups.ts';
import { restore } from '../../../src/main/repositories/folder/restore.ts';
import { shortBytes } from '../../helpers/corpus/recordings.ts';
import { finished, makeTempFolder, startTestApp } from '../../helpers/harness/app.ts';
import { isSoak } from '../../helpers/harness/dose.ts';
import { startService } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';

const JOBS = 60;
const WAL = 'steno.db-wal';

/** The folder of a service that was killed, and all that it had acknowledged. */
let killed: string;
let yesterday: string;
let acknowledged: string[];
let completed: string;
let folder: string;

beforeAll(async () => {
  killed = await makeTempFolder();
  yesterday = await makeTempFolder();
  const service = await startService(killed);
  const upload = await service.client.uploadFile(new Blob([shortBytes()]), 'first.mp3');
  completed = (await service.client.createTranscription({ url: upload.url })).id;
  await service.client.createBackup();
  for (const name of [WAL, 'steno.db']) cpSync(join(killed, name), join(yesterday, name));
  await finished(service.client, completed);
  await service.client.pauseQueue();
  acknowledged = await Promise.all(
    Array.from({ length: JOBS }, async (_, index) => {
      const { url } = await service.client.uploadFile(new Blob([`sound ${index}`]), `${index}.mp3`);
      const asked = { url, language: 'de' };
      return (await service.client.createTranscription(asked)).id;
    }),
  );
  const links = Array.from({ length: 5 }, (_, index) => `http://127.0.0.1:9/${index}.mp3`);
  for (const url of links) {
    acknowledged.push((await service.client.createTranscription({ url })).id);
  }
  await service.kill();
});
afterAll(() => {
  for (const path of [killed, yesterday]) rmSync(path, { recursive: true });
});

beforeEach(async () => {
  folder = await makeTempFolder();
  cpSync(killed, folder, { recursive: true, preserveTimestamps: true });
  return () => rmSync(folder, { recursive: true });
});

/** What every file of recordings, uploads and work holds, wherever it lies. */
function contents(): Set<string> {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  const kept = all.filter(
    (entry) => entry.isFile() && /\/(?:work|files|recordings)(?:\/|$)/.test(`${entry.parentPath}/`),
  );
  return new Set(
    kept.map((entry) => {
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      return createHash('sha256').update(bytes).digest('hex');
    }),
  );
}

/** Starts on the folder; every file and every acknowledged transcription is there. Gives what is told. */
async function expectNothingGone(
  ids: readonly string[] = [completed, ...acknowledged],
): Promise<string[]> {
  const before = contents();
  const app = await startTestApp({ dataDir: folder, work: false }).catch((error: unknown) => {
    expect(contents()).toEqual(before);
    return String(error);
  });
  if (typeof app === 'string') return [app];
  try {
    const missing = async () => {
      const found = await Promise.all(
        ids.map((id) => app.client.getTranscription(id).catch(() => id)),
      );
      return found.filter((one) => typeof one === 'string');
    };
    await until(async () => (await missing()).length === 0);
    for (const id of acknowledged.slice(0, JOBS)) {
      const { source, options } = await app.client.getTranscription(id);
      expect(source.title).toMatch(/^\d+\.mp3$/);
      expect(options.language).toBe('de');
    }
    const after = contents();
    expect([...before].filter((one) => !after.has(one))).toEqual([]);
    return (await app.client.listLosses()).data.map(({ message }) => message);
  } finally {
    await app.stop();
  }
}

function change(work: (file: number) => void): void {
  const path = join(folder, WAL);
  const file = openSync(path, 'r+');
  work(file);
  closeSync(file);
}

const cut = (to: number) => change((file) => ftruncateSync(file, to));

/** How much of the log counts: behind it lie frames of a log before, as the index of sqlite.org/walformat.html says. */
function bytesInUse(): number {
  const index = readFileSync(join(folder, 'steno.db-shm'));
  return 32 + index.readUInt32LE(16) * (24 + 4096);
}

test('nothing is told where nothing is damaged', async () => {
  expect(await expectNothingGone()).toEqual([]);
  expect(existsSync(join(folder, 'aside'))).toBe(false);
});

test('the log was emptied', async () => {
  cut(0);
  const [said, ...more] = await expectNothingGone();
  expect(said).toContain('The log of the database was damaged');
  expect(more).toEqual([]);
});

describe('the log was cut', () => {
  test.each(['first', 'middle', 'last'] as const)('at the %s page', async (where) => {
    const pages = Math.ceil(bytesInUse() / 4096);
    const at = { first: 1, middle: Math.floor(pages / 2), last: pages - 1 }[where];
    cut(at * 4096);
    expect((await expectNothingGone()).join()).toMatch(/log of the database was damaged|older/);
  });

  test.runIf(isSoak)('at every page', { timeout: 3_600_000 }, async () => {
    const pages = Math.floor(statSync(join(folder, WAL)).size / 4096);
    const inUse = bytesInUse();
    for (let page = 0; page < pages; page++) {
      rmSync(folder, { recursive: true });
      cpSync(killed, folder, { recursive: true, preserveTimestamps: true });
      cut(page * 4096);
      const told = await expectNothingGone();
      if (page * 4096 < inUse) expect(told.join()).toMatch(/log of the database was damaged|older/);
      else expect(told).toEqual([]);
    }
    process.stdout.write(
      `${pages} pages, ${Math.ceil(inUse / 4096)} of them in use, 0 files gone\n`,
    );
  });
});

test.each([
  ['at its beginning', () => 40],
  ['in its middle', (inUse: number) => Math.floor(inUse / 2)],
  ['near its end', (inUse: number) => inUse - 1000],
] as const)('the log was garbled %s', async (_where, at) => {
  change((file) => {
    writeSync(file, Buffer.alloc(600, 'garbage'), 0, 600, at(bytesInUse()));
  });
  expect((await expectNothingGone()).join()).toMatch(/log of the database was damaged|older/);
});

test('the log is yesterday’s', async () => {
  cpSync(join(yesterday, WAL), join(folder, WAL));
  expect((await expectNothingGone()).join()).toMatch(/damaged|older/);
});

test('database and log are yesterday’s, without the index that would tell', async () => {
  for (const name of [WAL, 'steno.db']) cpSync(join(yesterday, name), join(folder, name));
  rmSync(join(folder, 'steno.db-shm'));
  expect((await expectNothingGone()).join()).toContain('older than the files');
});

test('the database is restored from a backup of yesterday', async () => {
  const [backup] = listBackups(folder);
  const { strangers } = restore(folder, backup?.name ?? null, Date.now());
  expect(strangers).toBeGreaterThan(JOBS);
  const said = await expectNothingGone();
  expect(said.join()).toContain('a backup that was restored');
});

test('a start that is killed while it makes again goes on at the next one; foreign files stay', async () => {
  cut(0);
  writeFileSync(join(folder, 'work', 'notes.txt'), 'mine');
  const service = await startService(folder);
  await service.kill();
  expect((await expectNothingGone()).length).toBeGreaterThan(0);
  expect(readFileSync(join(folder, 'work', 'notes.txt'), 'utf8')).toBe('mine');
});
