/** The window says once what the database has lost, where the rest lies, and is told to stop. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeTranscripts } from '../helpers/corpus/stored-transcripts.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';

const UNKNOWN = 'trs_aaaaaaaaaaaaaaaaaaaaaa';
let steno: StenoWindow;

beforeAll(async () => {
  steno = await openWindow({
    prepare: async (dataDir) => {
      const [known = ''] = await storeTranscripts(dataDir, [
        { title: 'Known talk', windows: [['Hello.']] },
      ]);
      for (const [id, part] of [
        [known, 'media'],
        [UNKNOWN, 'media'],
        [UNKNOWN, 'waveform'],
      ] as const) {
        await mkdir(join(dataDir, 'recordings', id), { recursive: true });
        await writeFile(join(dataDir, 'recordings', id, part), 'sound'.repeat(300));
      }
    },
  });
}, TRANSCRIBED.timeout);

afterAll(() => steno.close());

test('what is lost is told, with its place, until it is dismissed', TRANSCRIBED, async () => {
  const { page, dataDir } = steno;
  const notice = page.getByText('The database is older than the files beside it');
  await notice.waitFor();
  await row(page, 'Recovered recording').waitFor();
  await page.reload();
  await page.getByText('1 recording of it could be found and is transcribed again').waitFor();
  await page.getByText('1 file, 2 KB').waitFor();
  await page.getByRole('button', { name: 'Copy folder path' }).click();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied).toContain(join(dataDir, 'aside', 'unknown'));
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await notice.waitFor({ state: 'hidden' });
  await page.reload();
  await row(page, 'Known talk').waitFor();
  expect(await notice.count()).toBe(0);
});
