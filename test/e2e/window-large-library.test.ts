import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/main/repositories/database.ts';
import { JobOptions } from '../../src/main/repositories/job.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';

const COUNT = 10_000;
let steno: StenoWindow;

beforeAll(async () => {
  steno = await openWindow({ prepare: fillLibrary });
}, TRANSCRIBED.timeout);

afterAll(() => steno.close());

test(
  'ten thousand recordings scroll, with only the ones in view in the page',
  TRANSCRIBED,
  async () => {
    const { page } = steno;
    await row(page, `Recording ${COUNT}`).waitFor();
    const rows = page.getByRole('region', { name: 'Recordings' }).getByRole('listitem');
    expect(await rows.count()).toBeLessThan(60);

    await row(page, `Recording ${COUNT}`).getByRole('link').focus();
    for (;;) {
      await page.keyboard.press('End');
      if (await row(page, 'Recording 1').isVisible()) break;
    }
    await expect
      .poll(() => page.evaluate('document.activeElement.textContent'))
      .toBe('Recording 1');
    expect(await rows.count()).toBeLessThan(60);

    await page.keyboard.press('Home');
    await row(page, `Recording ${COUNT}`).waitFor();
  },
);

async function fillLibrary(dataDir: string): Promise<void> {
  const { db, close } = openDatabase(dataDir);
  await db.transaction().execute(async (transaction) => {
    for (let i = 1; i <= COUNT; i++) {
      await transaction
        .insertInto('transcriptions')
        .values({
          id: `trs_${String(i).padStart(22, '0')}`,
          seq: i,
          status: 'completed',
          progress: 1,
          epoch: 0,
          crashes: 0,
          source_type: 'upload',
          source_url: `steno://files/${i}`,
          source_title: `Recording ${i}`,
          options: JSON.stringify(JobOptions.parse({})),
          metered: 0,
          subtitle_token: 'unused',
          points_spent: 0,
          warnings: '[]',
          created_at: Date.UTC(2026, 0, 1) + i * 60_000,
        })
        .execute();
    }
  });
  await close();
}
