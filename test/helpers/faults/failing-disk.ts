/** A library whose disk fails at one call of one thing that is done, and what holds after the next start. */
import { closeSync, existsSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { SYNC_FAILED, SYNC_FAILED_SENTENCE } from '../../../src/main/core/durable-files.ts';
import { findService } from '../../../src/main/core/service-file.ts';
import { problemOf } from '../../../src/main/repositories/folder/backups.ts';
import { shortBytes } from '../corpus/recordings.ts';
import { quickEngine, writeProgram } from '../engines/engine-programs.ts';
import { finished, makeTempFolder } from '../harness/app.ts';
import { beginUpload } from '../harness/begin-upload.ts';
import { startService } from '../harness/service-process.ts';
import { runSql } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';
import { failCalls, type SystemFault } from './strace.ts';

export type Deed = 'upload' | 'job' | 'backup';
type Service = Awaited<ReturnType<typeof startService>>;
export type Library = Awaited<ReturnType<typeof openLibrary>>;

const bytes = shortBytes();
const blob = () => new Blob([new Uint8Array(bytes)]);

export async function openLibrary() {
  const folder = await makeTempFolder();
  const dataDir = join(folder, 'data');
  const engine = await writeProgram(join(folder, 'engine'), quickEngine);
  const logFile = join(folder, 'log');
  const log = openSync(logFile, 'a');
  const start = () =>
    startService(
      dataDir,
      // Calls are counted for each thread: with one that reads and writes files, they come in one order.
      { STENO_ENGINE: engine, STENO_LANES: '1', STENO_THREADS: '1', UV_THREADPOOL_SIZE: '1' },
      log,
    );
  const told = {
    uploads: new Set<string>(),
    jobs: new Map<string, string>(),
    backups: new Set<string>(),
  };
  let service = await start();
  return {
    dataDir,
    told,
    service: () => service,
    said: () => readFileSync(logFile, 'utf8'),
    /** Ends it as a power cut does, unless it has ended by itself: gives its exit code then. */
    async end(): Promise<number | null> {
      if (isAlive(service)) return service.kill().then(() => null);
      return service.stop();
    },
    async startAgain(): Promise<void> {
      service = await start().catch((cause: unknown) => {
        throw new Error(readFileSync(logFile, 'utf8').slice(-2_000), { cause });
      });
    },
    async close(): Promise<void> {
      await service.kill();
      closeSync(log);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** One that has ended stays in the list of processes while it is watched. */
const isAlive = ({ pid }: Service): boolean => {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

/** Does it while the fault strikes, and checks everything after the next start. Tells how many calls failed. */
export async function doWhileFailing(library: Library, deed: Deed, fault: SystemFault) {
  const before = library.said().length;
  const injected = await DEEDS[deed](library, fault);
  const isSync = fault.call === 'fsync';
  const mustEnd = isSync && fault.error === 'EIO' && injected.some(isOfFile);
  if (mustEnd) await until(() => !isAlive(library.service()));
  const code = await library.end();
  if (mustEnd) {
    expect(code, 'it ends where the disk did not store').toBe(SYNC_FAILED);
    expect(library.said().slice(before)).toContain(SYNC_FAILED_SENTENCE);
  } else expect([null, SYNC_FAILED], 'it goes on, or ends with a sentence').toContain(code);
  await library.startAgain();
  await expectTrue(library);
  return injected.length;
}

/** SQLite takes no notice where the names in a folder could not be synced; what we rename is synced again. */
const isOfFile = (call: string): boolean => {
  const path = /<([^>]+)>/.exec(call)?.[1];
  return path !== undefined && !statSync(path, { throwIfNoEntry: false })?.isDirectory();
};

/** With the names of what is written, as only those are to fail. */
const DEEDS: Record<Deed, (library: Library, fault: SystemFault) => Promise<string[]>> = {
  async upload({ dataDir, service, told }, fault) {
    const { url, pid } = service();
    const files = join(dataDir, 'files');
    const key = (await findService(dataDir))?.token ?? '';
    const { answer, finish } = beginUpload({ url, key }, new Uint8Array(bytes));
    const part = await until(() => namesIn(files).find((name) => name.endsWith('.part')));
    const paths = fault.call === 'write' ? [join(files, part)] : [];
    const failing = await failCalls(pid, fault, paths);
    finish();
    const response = await answer.catch(() => null);
    const id = response?.status === 201 ? ((await response.json()) as { id: string }).id : null;
    if (id !== null) told.uploads.add(id);
    return failing.end();
  },
  async job({ dataDir, service, told }, fault) {
    const { client, pid } = service();
    const { url, id } = await client.uploadFile(blob(), 'a.mp3');
    told.uploads.add(id);
    await client.pauseQueue();
    const early = fault.call === 'write' ? null : await failCalls(pid, fault);
    const job = await client.createTranscription({ url }).catch(() => null);
    if (job) told.jobs.set(job.id, 'queued');
    const own = (...names: string[]) => join(dataDir, 'work', job?.id ?? '', ...names);
    const names = [own('audio.s16.part'), own('playback', 'waveform'), own('playback', 'media')];
    const failing = early ?? (await failCalls(pid, fault, names));
    await client.resumeQueue().catch(() => {});
    await until(async () => {
      if (!job || !isAlive(service())) return true;
      const status = await client.getTranscription(job.id).then(
        (found) => found.status,
        () => null,
      );
      if (status !== 'completed' && status !== 'failed') return false;
      told.jobs.set(job.id, status);
      return true;
    });
    return failing.end();
  },
  async backup({ service, told }, fault) {
    const { client, pid } = service();
    const failing = await failCalls(pid, fault);
    const made = await client.createBackup().catch(() => null);
    if (made) told.backups.add(made.name);
    return failing.end();
  },
};

/** What was answered is so, and nothing is half. */
async function expectTrue({ dataDir, told, service }: Library): Promise<void> {
  const { client } = service();
  const rows = await runSql(dataDir, 'SELECT id, bytes FROM files');
  const known = new Map(rows.map((row) => [String(row['id']), Number(row['bytes'])]));
  for (const id of told.uploads) expect(known.has(id), `the upload ${id}`).toBe(true);
  const files = namesIn(join(dataDir, 'files'));
  expect(files.toSorted(), 'each upload, and no part of one').toEqual([...known.keys()].toSorted());
  for (const id of files) expect(readFileSync(join(dataDir, 'files', id)).equals(bytes)).toBe(true);

  await client.resumeQueue();
  for (const [id, status] of told.jobs) {
    const { status: now } = await finished(client, id);
    if (status !== 'queued') expect(now, `the end of ${id}`).toBe(status);
    told.jobs.set(id, now);
    const kept = join(dataDir, 'recordings', id, 'media');
    if (existsSync(kept)) {
      expect(readFileSync(kept).equals(bytes), `the recording of ${id}`).toBe(true);
    }
  }
  const backups = namesIn(join(dataDir, 'backups'));
  for (const name of told.backups) expect(backups, 'the backup').toContain(name);
  for (const name of backups) {
    expect(problemOf(join(dataDir, 'backups', name)), `the backup ${name}`).toBeNull();
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
