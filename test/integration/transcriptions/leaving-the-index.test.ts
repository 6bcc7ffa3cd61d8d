/** A deleted recording's text leaves the index of the search a little at a time. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createJobEndings } from '../../../src/main/repositories/jobs/job-endings.ts';
import { openDatabase } from '../../../src/main/repositories/sqlite-database.ts';
import { storeTranscript } from '../../helpers/corpus/stored-transcripts.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { noTasks } from '../../helpers/harness/no-tasks.ts';

const SEGMENTS = 400;

test('others get their turn meanwhile, and nothing of it is left', async () => {
  const { db, close } = openDatabase(await makeTempFolder());
  const text = 'The quick brown fox is not of the forest, and the others stay with it for now.';
  const texts = Array.from({ length: SEGMENTS }, () => text);
  const long = await storeTranscript(db, { title: 'Long', windows: [texts] });
  const other = await storeTranscript(db, { title: 'Other', windows: [texts.slice(0, 3)] });
  const indexed = async () => {
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM search`.execute(db);
    return Number(rows[0]?.count);
  };
  expect(await indexed()).toBe(SEGMENTS + 3 + 2);

  let removed = false;
  const removing = createJobEndings(db, {
    renderBody: async () => new Uint8Array(),
    tasks: noTasks,
  })
    .remove(long, 0)
    .then(() => {
      removed = true;
    });
  let turns = 0;
  for (; !removed; turns++) await setImmediate();
  await removing;
  // A dozen segments at a time.
  expect(turns).toBeGreaterThan(SEGMENTS / 20);
  expect(await indexed()).toBe(3 + 1);
  const { rows } = await sql<{
    id: string;
  }>`SELECT DISTINCT transcription_id AS id FROM search_rows`.execute(db);
  expect(rows).toEqual([{ id: other }]);
  await close();
});
