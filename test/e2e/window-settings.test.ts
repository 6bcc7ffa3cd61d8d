import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../helpers/axe.ts';
import { until } from '../helpers/until.ts';
import { openWindow, type StenoWindow, TRANSCRIBED } from './open-window.ts';

describe('settings', () => {
  let steno: StenoWindow;
  beforeAll(async () => {
    steno = await openWindow({ colorScheme: 'light', viewport: { width: 1280, height: 800 } });
    await steno.page.getByRole('link', { name: 'Settings' }).click();
  }, TRANSCRIBED.timeout);
  afterAll(() => steno.close());

  const background = () =>
    steno.page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');

  test('the window can be dark where the system is light, also next time', async () => {
    const { page } = steno;
    const light = await background();
    await page.getByLabel('The window is').selectOption('Dark');
    await until(async () => (await background()) !== light);
    await page.reload();
    expect(await background()).not.toBe(light);
    await page.getByRole('heading', { level: 1, name: 'General' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('The window is').selectOption('Like the system');
    await until(async () => (await background()) === light);
  });

  test('a language can be chosen for all recordings', async () => {
    const { page } = steno;
    await page.getByLabel('Spoken language').selectOption('German');
    await page.reload();
    await until(async () => (await page.getByLabel('Spoken language').inputValue()) === 'de');
  });

  test('what takes room is told, and a shorter time to keep it is asked for first', async () => {
    const { page } = steno;
    await page.getByRole('link', { name: 'Storage' }).click();
    await page.getByText('Still free on this disk').waitFor();
    const keep = page.getByLabel('Transcripts');
    await keep.selectOption('30 days');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await until(async () => (await keep.inputValue()) === 'forever');
    await keep.selectOption('90 days');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await until(async () => (await keep.inputValue()) === '90');
    await page.reload();
    await until(async () => (await keep.inputValue()) === '90');
  });

  test('a backup is made, told of, and deleted when that is asked for', async () => {
    const { page } = steno;
    await page.getByText('There is none yet.').waitFor();
    await page.getByRole('button', { name: 'Back up now' }).click();
    await page.getByText(/1, the last one made: Today/).waitFor();
    await page.getByRole('button', { name: 'Delete backups' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There is none yet.').waitFor();
  });

  test('a key says what it may see, and its maker chooses that', async () => {
    const { page } = steno;
    await page.getByRole('link', { name: 'Developers' }).click();
    await page.getByLabel('Name').fill('agent');
    expect(await page.getByLabel('It may see').inputValue()).toBe('all');
    await page.getByRole('checkbox', { name: 'Test key' }).check();
    expect(await page.getByLabel('It may see').inputValue()).toBe('own');
    await page.getByLabel('It may see').selectOption('Everything, reading only');
    await page.getByRole('button', { name: 'Create key' }).click();
    const keys = page.getByRole('list', { name: 'Keys' });
    await keys.getByText('test key · sees everything, reading only').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('signed-in browsers are listed, and signing out ends all that is open', async () => {
    const { page } = steno;
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Sign-in' }).click();
    const browsers = page.getByRole('list', { name: 'Signed-in browsers' });
    await browsers.getByText('this browser').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign out of this browser' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in to Steno' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Sign in to Steno' }).waitFor();
  });
});
