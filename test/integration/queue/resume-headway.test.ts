/** What counts as getting on: three crashes end a job only when nothing of it was finished between them. */
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '../../../src/main/repositories/database.ts';
import {
  type ClaimedJob,
  createJobRepository,
} from '../../../src/main/repositories/jobs/job.repository.ts';
import type { Job } from '../../../src/main/repositories/jobs/job.ts';
import { createJobEndings } from '../../../src/main/repositories/jobs/job-endings.ts';
import { createTranscriptionRepository } from '../../../src/main/repositories/jobs/transcription.repository.ts';
import { createTranscriptRepository } from '../../../src/main/repositories/transcripts/transcript.repository.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { newJob } from '../../helpers/harness/new-job.ts';
import { noTasks } from '../../helpers/harness/no-tasks.ts';
import { openTestDatabase } from '../../helpers/harness/test-database.ts';

const WINDOWS = 4;
let folder: string;
let database: OpenDatabase;

beforeEach(async () => {
  folder = await makeTempFolder();
  database = await openTestDatabase(folder);
  const same = { idempotency: null, reuse: null };
  await createTranscriptionRepository(database.db).insert(newJob({ id: 'job' }), same);
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

/** Claims the job, gets on with it as told, and crashes. Gives the ids of those that were given up at the next start. */
async function crashAfter(getOn: (job: Job) => Promise<void>): Promise<string[]> {
  const job = await createJobRepository(database.db, noTasks).claimWork();
  if (!job) throw new Error('There is nothing to claim.');
  await getOn(job);
  return crashAfterClaim(job);
}

async function crashAfterClaim({ task }: ClaimedJob): Promise<string[]> {
  const recovered = await createJobEndings(database.db, {
    renderBody: async () => Buffer.from('{}'),
    tasks: noTasks,
  }).recover(task, 1);
  return recovered?.status === 'failed' ? [recovered.id] : [];
}

const plan = (job: Job) => {
  const windows = Array.from({ length: WINDOWS }, (_, index) => ({
    index,
    startMs: index * 1000,
    endMs: (index + 1) * 1000,
  }));
  return createTranscriptRepository(database.db).plan(job, { windows, speech: [] });
};

const commit = (index: number) => (job: Job) =>
  createTranscriptRepository(database.db).commitWindow(job, {
    index,
    language: 'en',
    noSpeechProb: 0,
    segments: [],
    suppressed: [],
    error: null,
    machine: null,
    rescued: false,
    model: 'demo',
  });

test('a window between two crashes is enough, however many there are', async () => {
  expect(await crashAfter(plan)).toEqual([]);
  for (let index = 0; index < WINDOWS; index++) {
    expect(await crashAfter(commit(index))).toEqual([]);
    expect(await crashAfter(async () => {})).toEqual([]);
  }
  expect(await crashAfter(async () => {})).toEqual(['job']);
});

test('a recording that was fetched or decoded is headway too', async () => {
  const { patch } = createJobRepository(database.db, noTasks);
  await crashAfter(async () => {});
  await crashAfter((job) => patch(job, { mediaName: 'media' }));
  await crashAfter(async () => {});
  await crashAfter((job) => patch(job, { durationMs: 4000 }));
  expect(await crashAfter(async () => {})).toEqual([]);
  expect(await crashAfter((job) => patch(job, { mediaType: 'audio/mpeg' }))).toEqual(['job']);
});

test('what a service has lost by silence is no crash once it is heard of again', async () => {
  const jobs = createJobRepository(database.db, noTasks);
  const silent: Job[] = [];
  for (let loss = 0; loss < 4; loss++) {
    expect(await crashAfter(async (job) => void silent.push(job))).toEqual([]);
    for (const job of silent.splice(0)) await jobs.forgive(job);
  }
  // What was canceled or is over meanwhile stays as it is.
  const job = await jobs.claimWork();
  if (!job) throw new Error('There is nothing to claim.');
  await jobs.forgive(job);
  await crashAfterClaim(job);
  expect(await crashAfter(async () => {})).toEqual([]);
  expect(await crashAfter(async () => {})).toEqual(['job']);
  await jobs.forgive(job);
  const row = await database.db.selectFrom('transcriptions').select('crashes').executeTakeFirst();
  expect(row?.crashes).toBe(3);
});
