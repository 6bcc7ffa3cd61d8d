import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../helpers/harness/axe.ts';
import { until } from '../helpers/harness/until.ts';
import {
  closeError,
  openSample,
  openWindow,
  type StenoWindow,
  saveSetting,
} from './open-window.ts';
import { sampleLibrary } from './sample-library.ts';

describe('known voices', () => {
  let steno: StenoWindow;

  beforeAll(async () => {
    steno = await openWindow({
      prepare: sampleLibrary,
      colorScheme: 'light',
      viewport: { width: 1280, height: 800 },
    });
    const { page } = steno;
    await openSample(page);
    await page.getByRole('button', { name: 'Speaker 1', exact: true }).first().press('Enter');
    await page.getByRole('combobox', { name: 'Name' }).fill('Anna');
    const question = page.getByRole('alertdialog', { name: 'Remember this voice' });
    // Whoever goes on with the text before the name is stored is asked when they are done with that.
    const text = page.getByRole('textbox', { name: /^Text at/ });
    await page.route('**/speakers/*', async (route) => {
      await text.waitFor();
      await route.continue();
    });
    const named = page.waitForResponse(/speakers/);
    await page.getByRole('combobox', { name: 'Name' }).press('Enter');
    await page.keyboard.press('e');
    await named;
    await page.unroute('**/speakers/*');
    await page.getByRole('button', { name: 'Undo: name “Anna”' }).waitFor();
    expect(await question.count()).toBe(0);
    await text.press('Escape');
    await question.waitFor();
    expect(await violations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Yes' }).press('Enter');
    await question.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Speakers', exact: true }).click();
  });
  afterAll(() => steno.close());

  const voice = (name: string) =>
    steno.page
      .getByRole('list', { name: 'Known voices' })
      .getByRole('listitem')
      .filter({ hasText: name });

  test('someone who was named in a transcript is among them', async () => {
    await voice('Anna').waitFor();
    expect(await voice('Anna').textContent()).toMatch(/Last heard: .+ · \d+ s of speech/);
    expect(await violations(steno.page)).toEqual([]);
  });

  test('one gets another name, or keeps the old one', async () => {
    const { page } = steno;
    await page.getByRole('button', { name: 'Rename Anna' }).press('Enter');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Rename Anna' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    const name = page.getByRole('textbox', { name: 'Name of Anna' });
    await name.fill('Anna Lee');
    await page.route('**/v1/voices/*', (route) => route.fulfill({ status: 503 }), { times: 1 });
    await name.press('Enter');
    await page.getByText('Something went wrong').first().waitFor();
    // What the service could not do need not be typed again.
    expect(await name.inputValue()).toBe('Anna Lee');
    await closeError(page);
    await name.press('Enter');
    await voice('Anna Lee').waitFor();
    await page
      .getByRole('button', { name: 'Rename Anna Lee' })
      .and(page.locator(':focus'))
      .waitFor();
  });

  test('giving names can be left off, also next time', async () => {
    const { page } = steno;
    const recognition = page.getByRole('checkbox', { name: /^Name known voices/ });
    const isOff = async () => !(await recognition.isChecked());
    await saveSetting(page, () => recognition.press('Space'));
    await until(isOff);
    await page.reload();
    await voice('Anna Lee').waitFor();
    await until(isOff);
  });

  test('one is forgotten only after a question', async () => {
    const { page } = steno;
    await page.getByRole('button', { name: 'Forget Anna Lee' }).press('Enter');
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    expect(await violations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Forget' }).press('Enter');
    await page.getByText('Nobody yet.').waitFor();
  });

  test('breaks nothing in the page', () => {
    // A name that the service could not give while it was away.
    expect(steno.pageErrors.filter((error) => !error.includes('503'))).toEqual([]);
  });
});
