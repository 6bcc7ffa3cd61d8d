/** Where several people talk at once, the window names them all. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeTranscripts } from '../helpers/corpus/stored-transcripts.ts';
import { violations } from '../helpers/harness/axe.ts';
import { openTestDatabase } from '../helpers/harness/test-database.ts';
import { openWindow, row, type StenoWindow } from './open-window.ts';

let steno: StenoWindow;

beforeAll(async () => {
  steno = await openWindow({
    viewport: { width: 1280, height: 800 },
    prepare: async (dataDir) => {
      const [id = ''] = await storeTranscripts(dataDir, [
        {
          title: 'Debate',
          windows: [['Let me finish.', 'No, you listen.', 'Please.']],
          speakers: ['Speaker 1', 'Speaker 2'],
        },
      ]);
      const { db, close } = await openTestDatabase(dataDir);
      const speakers = ['Speaker 1', 'Speaker 2'];
      await db
        .insertInto('diarizations')
        .values({
          transcriptionId: id,
          method: 'neural',
          confidence: 1,
          model: 'built-in',
          atOnce: JSON.stringify([{ startMs: 1200, endMs: 1900, speakers }]),
        })
        .execute();
      await close();
    },
  });
});
afterAll(() => steno.close());

test('a sentence says who talks at the same time, by the name they have now', async () => {
  const { page } = steno;
  await row(page, 'Debate').getByRole('link').click();
  const text = page.getByRole('region', { name: 'Transcript' });
  await text.getByText('Let me finish. with Speaker 2').waitFor();
  expect(await text.getByText(/ with /).count()).toBe(1);
  await text.getByRole('button', { name: 'Speaker 2' }).click();
  await page.keyboard.type('Ruth');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Not now' }).click();
  await text.getByText('Let me finish. with Ruth').waitFor();
  expect(await violations(page)).toEqual([]);
});

test('the settings offer the model for it', async () => {
  const { page } = steno;
  await page.goto(`${steno.url}/settings/models`);
  const models = page.getByRole('list', { name: 'Speaker models' });
  await models.getByText('People talking at once').waitFor();
  await models.getByRole('button', { name: /^Download People talking at once/ }).waitFor();
});
