import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/main/repositories/database.ts';
import { JobOptions } from '../../src/main/repositories/job.ts';
import { createTranscriptionRepository } from '../../src/main/repositories/transcription.repository.ts';
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
    const transcriptions = createTranscriptionRepository(transaction);
    for (let i = 1; i <= COUNT; i++) {
      await transcriptions.insert({
        id: `trs_${String(i).padStart(22, '0')}`,
        sourceType: 'upload',
        sourceUrl: `steno:file/${i}`,
        sourceTitle: `Recording ${i}`,
        options: JobOptions.parse({}),
        keyId: null,
        metered: false,
        subtitleToken: 'unused',
        createdAt: Date.UTC(2026, 0, 1) + i * 60_000,
      });
    }
  });
  await db.updateTable('transcriptions').set({ status: 'completed', progress: 1 }).execute();
  await close();
}
