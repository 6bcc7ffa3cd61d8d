import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wavFile } from '../helpers/corpus/audio.ts';
import { violations } from '../helpers/harness/axe.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';
import { quick } from './window-engines.ts';

describe('without any model', TRANSCRIBED, () => {
  let steno: StenoWindow;
  let resourcesDir: string;

  beforeAll(async () => {
    resourcesDir = await mkdtemp(join(tmpdir(), 'steno-resources-'));
    steno = await openWindow({ engine: { ...(await quick()), resourcesDir } });
  });

  afterAll(async () => {
    await steno.close();
    await rm(resourcesDir, { recursive: true });
  });

  test('the empty library says so first, offers one, and leads to the others', async () => {
    const { page } = steno;
    const notice = page.getByRole('region', { name: 'Model', exact: true });
    await notice.getByText('No model:').waitFor();
    await notice.getByRole('button', { name: /^Download/ }).waitFor();
    expect(await page.getByRole('button', { name: 'Try the sample' }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await notice.getByRole('link', { name: 'Choose one, or add a file' }).click();
    await page.getByText('There is no model yet.').waitFor();
    await page.getByRole('button', { name: 'Add a model file' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('whoever records is told before that there will be no text', async () => {
    const { page } = steno;
    await page.goto(`${steno.url}/record`);
    await page.getByText('There is no model, so there will be no text').waitFor();
    await page.getByRole('combobox', { name: 'Model' }).getByText('No model yet').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('a recording that is added all the same says what it lacks, in the words of the window', async () => {
    const { page } = steno;
    await page.goto(steno.url);
    const silence = {
      name: 'talk.wav',
      mimeType: 'audio/wav',
      buffer: wavFile(new Int16Array(16_000)),
    };
    await page.locator('input[type=file][multiple]').setInputFiles(silence);
    const failed = row(page, 'talk');
    await failed.getByText('Download or add one in Settings → Models.').waitFor();
    await failed.getByRole('link').click();
    const notice = page.getByRole('region', { name: 'Model', exact: true });
    await notice.getByRole('button', { name: /^Download/ }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Models' }).click();
    await page.getByRole('heading', { level: 1, name: 'Models' }).waitFor();
  });
});
