import { JobOptions } from '../../../src/main/repositories/jobs/job.ts';
import { openTestDatabase } from '../harness/test-database.ts';

/** Writes this many finished transcriptions, one a minute, the last one newest. */
export async function fillLibrary(dataDir: string, count: number): Promise<void> {
  const { db, close } = await openTestDatabase(dataDir);
  await db.transaction().execute(async (transaction) => {
    for (let i = 1; i <= count; i++) {
      await transaction
        .insertInto('transcriptions')
        .values({
          id: `trs_${String(i).padStart(22, '0')}`,
          seq: i,
          recordingId: `trs_${String(i).padStart(22, '0')}`,
          version: 1,
          status: 'completed',
          progress: 1,
          sourceType: 'upload',
          sourceUrl: `steno://files/${i}`,
          sourceTitle: `Recording ${i}`,
          options: JSON.stringify(JobOptions.parse({})),
          metered: 0,
          test: 0,
          voiceMemory: 'live',
          subtitleToken: 'unused',
          createdAt: Date.UTC(2026, 0, 1) + i * 60_000,
        })
        .execute();
    }
  });
  await close();
}
