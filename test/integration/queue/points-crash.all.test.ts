/** The ledger balances wherever the program was killed: before and after every statement of a job's life. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { createKeyRepository } from '../../../src/main/repositories/accounts/key.repository.ts';
import {
  createUsageRepository,
  FREE_POINTS,
} from '../../../src/main/repositories/accounts/points.repository.ts';
import type { Database } from '../../../src/main/repositories/database.ts';
import { createJobRepository } from '../../../src/main/repositories/jobs/job.repository.ts';
import { JobOptions } from '../../../src/main/repositories/jobs/job.ts';
import { createJobEndings } from '../../../src/main/repositories/jobs/job-endings.ts';
import { createTranscriptionRepository } from '../../../src/main/repositories/jobs/transcription.repository.ts';
import { openDatabase } from '../../../src/main/repositories/sqlite-database.ts';
import type { TranscriptionError } from '../../../src/shared/transcription/transcription.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { newJob } from '../../helpers/harness/new-job.ts';
import { noTasks, taskOf } from '../../helpers/harness/no-tasks.ts';

const KEY = 'key_1';
const FAILURE: TranscriptionError = {
  code: 'empty_media',
  message: 'The file is empty.',
  stage: 'decoding',
  retryable: false,
};

/** Calls `seen` around every statement, also inside transactions. */
const around = (seen: () => void): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    seen();
    return node;
  },
  transformResult: async ({ result }) => {
    seen();
    return result;
  },
});

function repositoriesOf(db: Database) {
  return {
    keys: createKeyRepository(db),
    jobs: createJobRepository(db, noTasks),
    endings: createJobEndings(db, { renderBody: async () => Buffer.from('{}'), tasks: noTasks }),
    transcriptions: createTranscriptionRepository(db),
  };
}

/** Jobs that complete, fail, are canceled, are deleted at three moments, and are left in the middle. */
async function liveThrough(db: Database): Promise<void> {
  const { keys, jobs, endings, transcriptions } = repositoriesOf(db);
  await keys.insert({
    id: KEY,
    name: 'key',
    test: false,
    scope: 'own',
    hash: 'hash',
    hint: '',
    createdAt: 0,
    lastUsedAt: null,
    revokedAt: null,
  });
  const options = JobOptions.parse({ webhook_url: 'https://example.com/hook' });
  const create = (id: string) =>
    transcriptions.insert(newJob({ id, options, keyId: KEY, metered: true }), {
      idempotency: { owner: KEY, name: id, requestHash: id },
      reuse: null,
    });
  const begin = async (id: string, points: number) => {
    await create(id);
    const claim = await jobs.claimWork();
    if (!claim) throw new Error('There is nothing to claim.');
    await jobs.reserve(claim, points, 0);
    return claim;
  };

  await endings.complete(await begin('completes', 3), { at: 1, points: 3, structured: '{}' });
  await endings.fail(await begin('fails', 4), FAILURE, 1);
  await create('canceled while queued');
  await endings.cancel('canceled while queued', 1);
  await begin('canceled at work', 5);
  await endings.cancel('canceled at work', 1);
  await create('deleted while queued');
  await endings.remove('deleted while queued', 1);
  await begin('deleted at work', 6);
  await endings.remove('deleted at work', 1);
  await endings.complete(await begin('deleted when over', 7), {
    at: 1,
    points: 7,
    structured: '{}',
  });
  await endings.remove('deleted when over', 1);
  await begin('left at work', 8);
}

/** What a restart finds, and what is left when all that is unfinished is canceled. */
async function afterRestart(folder: string) {
  const { db, close } = openDatabase(folder);
  const { endings } = repositoriesOf(db);
  const left = db.selectFrom('transcriptions').select('id').where('status', '=', 'processing');
  for (const { id } of await left.execute()) {
    await endings.recover(taskOf('transcription', id), 2);
  }
  const balance = async () => {
    const rows = await db.selectFrom('ledger').selectAll().execute();
    const sum = (...kinds: string[]) =>
      rows.filter(({ kind }) => kinds.includes(kind)).reduce((all, { points }) => all + points, 0);
    return { rows, granted: sum('grant'), held: sum('reserve', 'release'), settled: sum('settle') };
  };
  const before = await balance();
  const available = await createUsageRepository(db).available(KEY);
  const jobs = await db.selectFrom('transcriptions').selectAll().execute();
  const isOver = (status: string) => status === 'completed' || status === 'failed';
  const unfinished = new Set(jobs.filter(({ status }) => !isOver(status)).map(({ id }) => id));
  for (const id of unfinished) await endings.cancel(id, 3);
  const after = await balance();
  await close();
  return { unfinished, before, after, available, jobs };
}

test('every statement of every step may be the last one', async () => {
  const folder = await makeTempFolder();
  const live = join(folder, 'live');
  const { db, close } = openDatabase(live);
  let cuts = 0;
  /** Folders by what is in them: many statements only read, or are written with those after them. */
  const states = new Map<string, string>();
  // What is on the disk now is what a kill now would leave.
  const cut = () => {
    const files = ['steno.db', 'steno.db-wal']
      .filter((name) => existsSync(join(live, name)))
      .map((name) => ({ name, bytes: readFileSync(join(live, name)) }));
    const hash = createHash('sha256');
    for (const { name, bytes } of files) hash.update(`${name} ${bytes.length} `).update(bytes);
    const state = hash.digest('hex');
    cuts++;
    if (states.has(state)) return;
    const to = join(folder, String(cuts));
    mkdirSync(to);
    for (const { name, bytes } of files) writeFileSync(join(to, name), bytes);
    states.set(state, to);
  };
  await liveThrough(db.withPlugin(around(cut)));
  cut();

  const outcomes = new Set<string>();
  for (const at of states.values()) {
    const { unfinished, before, after, available, jobs } = await afterRestart(at);
    if (before.granted === 0) {
      expect(before.rows).toEqual([]);
      continue;
    }
    // What is held belongs to unfinished jobs, each of which holds something, and to no one else.
    for (const { id, status, pointsSpent } of jobs) {
      const of = (kinds: string[]) =>
        before.rows
          .filter(({ transcriptionId, kind }) => transcriptionId === id && kinds.includes(kind))
          .reduce((all, { points }) => all + points, 0);
      const held = of(['reserve', 'release']);
      if (unfinished.has(id)) expect(held).toBeLessThan(0);
      else expect(held).toBe(0);
      expect(of(['settle'])).toBe(status === 'completed' ? 0 - pointsSpent : 0);
    }
    expect(available).toBe(FREE_POINTS + before.held + before.settled);
    expect(after.held).toBe(0);
    expect([0, -3, -10]).toContain(after.settled);
    outcomes.add(`${after.settled}, ${[...unfinished].join()}`);
  }
  await close();
  await rm(folder, { recursive: true });
  expect(cuts).toBeGreaterThan(100);
  // The cuts really fell in the middle of things.
  expect(outcomes.size).toBeGreaterThan(8);
});
