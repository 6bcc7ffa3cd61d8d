/** Transcripts are written a page of segments at a time; no one can tell that from the bytes. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/main/core/clock.ts';
import type { OpenDatabase } from '../../../src/main/repositories/database.ts';
import { nextLeftJob } from '../../../src/main/repositories/jobs/job.repository.ts';
import { createTranscriptionRepository } from '../../../src/main/repositories/jobs/transcription.repository.ts';
import { EVERYTHING } from '../../../src/main/repositories/row-visibility.ts';
import { createSqliteTasks } from '../../../src/main/repositories/tasks/sqlite-tasks.ts';
import { createTranscriptRepository } from '../../../src/main/repositories/transcripts/transcript.repository.ts';
import { nextWindow } from '../../../src/main/repositories/transcripts/window.repository.ts';
import { createAttemptRepository } from '../../../src/main/repositories/webhooks/attempt.repository.ts';
import { nextEvent } from '../../../src/main/repositories/webhooks/outbox.ts';
import { toTranscription } from '../../../src/main/services/transcriptions/transcription-view.ts';
import { writeTranscription } from '../../../src/main/services/transcriptions/write-transcription.ts';
import { SIZES, storeLong } from '../../helpers/corpus/long-transcripts.ts';
import { STORED_BASE } from '../../helpers/corpus/stored-transcripts.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { openTestDatabase } from '../../helpers/harness/test-database.ts';

let folder: string;
let database: OpenDatabase;

beforeAll(async () => {
  folder = await makeTempFolder();
  database = await openTestDatabase(folder);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

describe.each(SIZES)('a transcript of %i segments', (count) => {
  test('is what JSON.stringify makes of all of it, here and in its webhook', async () => {
    const { db } = database;
    const id = await storeLong(db, count, 'https://example.com/hook');
    const transcripts = createTranscriptRepository(db);
    const job = await createTranscriptionRepository(db).find(id, EVERYTHING);
    if (!job) throw new Error('It is not there.');
    const whole = toTranscription(job, await transcripts.result(id), STORED_BASE);
    expect(whole.result?.segments).toHaveLength(count);
    expect(whole.result?.segments.every(({ words }) => words.length === 2)).toBe(true);
    for (const indent of [0, 2]) {
      const pieces = await transcripts.readLong(id, (...long) =>
        writeTranscription(...long, { baseUrl: STORED_BASE, indent }),
      );
      expect(Buffer.concat(pieces ?? []).toString()).toBe(JSON.stringify(whole, null, indent));
    }

    const tasks = createSqliteTasks(
      { db, clock: systemClock },
      { webhook: nextEvent, window: nextWindow, transcription: nextLeftJob },
    );
    const attempts = createAttemptRepository(db, tasks);
    const begin = async (now: number) => {
      const task = await tasks.claim('webhook');
      const begun = task && (await attempts.begin(task, now));
      if (!begun) throw new Error('There is no event.');
      return { ...begun, task };
    };
    const { attempt: sent, task } = await begin(1);
    expect(Buffer.from(sent.body).toString()).toBe(JSON.stringify(whole));
    await attempts.end(sent, { outcome: 'timeout', statusCode: null, endedAt: 2, dueAt: 2 }, task);
    const again = await begin(2);
    expect(again.attempt).toMatchObject({ eventId: sent.eventId, number: 2, body: sent.body });
    const ok = { outcome: 'ok', statusCode: 200, endedAt: 2, dueAt: null } as const;
    await attempts.end(again.attempt, ok, again.task);
  });
});
