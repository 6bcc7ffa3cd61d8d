import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../helpers/harness/app.ts';
import { violations } from '../helpers/harness/axe.ts';
import { until } from '../helpers/harness/until.ts';
import { choose, closeError, openWindow, type StenoWindow, saveSetting } from './open-window.ts';

describe('settings', () => {
  let steno: StenoWindow;
  beforeAll(async () => {
    steno = await openWindow({ colorScheme: 'light', viewport: { width: 1280, height: 800 } });
    await steno.page.getByRole('link', { name: 'Settings' }).click();
  });
  afterAll(() => steno.close());

  const background = () =>
    steno.page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');

  test('the window can be dark where the system is light, also next time', async () => {
    const { page } = steno;
    const light = await background();
    await saveSetting(page, () => choose(page.getByLabel('Appearance'), 'Dark'));
    await until(async () => (await background()) !== light);
    await page.reload();
    expect(await background()).not.toBe(light);
    await page.getByRole('heading', { level: 1, name: 'General' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await choose(page.getByLabel('Appearance'), 'System');
    await until(async () => (await background()) === light);
  });

  test('what is chosen is shown before the service has answered, and taken back where it fails', async () => {
    const { page } = steno;
    const pause = page.getByRole('checkbox', { name: /^Pause the recording/ });
    const gate = Promise.withResolvers<void>();
    await page.route('**/v1/settings', async (route) => {
      await gate.promise;
      await route.fulfill({ status: 503 });
    });
    await pause.uncheck();
    // Meanwhile another window changes something else, which stays.
    await (await connect(steno.dataDir)).updateSettings({ appearance: 'dark' });
    await until(async () => (await page.getByLabel('Appearance').textContent()) === 'Dark');
    gate.resolve();
    await page.getByText('Something went wrong').first().waitFor();
    await page.getByRole('checkbox', { name: /^Pause the recording/, checked: true }).waitFor();
    expect(await page.getByLabel('Appearance').textContent()).toBe('Dark');
    await page.unroute('**/v1/settings');
    await saveSetting(page, () => choose(page.getByLabel('Appearance'), 'System'));
    await closeError(page);
    await page.getByText('Something went wrong').first().waitFor({ state: 'detached' });
  });

  test('a language can be chosen for all recordings', async () => {
    const { page } = steno;
    await saveSetting(page, () => choose(page.getByLabel('Spoken language'), 'German – Deutsch'));
    await page.reload();
    await page.getByLabel('Spoken language').getByText('German – Deutsch').waitFor();
  });

  test('what takes room is told, and a shorter time to keep it is asked for first', async () => {
    const { page } = steno;
    await page.getByRole('link', { name: 'Storage' }).click();
    await page.getByText('Free on this disk').waitFor();
    const keep = page.getByLabel('Transcripts');
    await choose(keep, '30 days');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await until(async () => (await keep.textContent()) === 'Forever');
    await choose(keep, '90 days');
    expect(await violations(page)).toEqual([]);
    await saveSetting(page, () =>
      page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click(),
    );
    await until(async () => (await keep.textContent()) === '90 days');
    await page.reload();
    await until(async () => (await keep.textContent()) === '90 days');
  });

  test('a backup is made, told of, and deleted when that is asked for', async () => {
    const { page } = steno;
    await page.getByText('There are no backups yet.').waitFor();
    await page.getByRole('button', { name: 'Back up now' }).click();
    await page.getByText(/1, the latest: Today/).waitFor();
    await page.getByRole('button', { name: 'Delete backups' }).click();
    const deletions: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'DELETE') deletions.push(request.url());
    });
    // Impatient people press twice.
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).dblclick();
    await page.getByText('There are no backups yet.').waitFor();
    expect(deletions.length).toBe(1);
  });

  test('a key says what it may see, and its maker chooses that', async () => {
    const { page } = steno;
    await page.getByRole('link', { name: 'Developers' }).click();
    await page.getByLabel('Name').fill('agent');
    expect(await page.getByLabel('Access').textContent()).toBe('Everything');
    await page.getByRole('checkbox', { name: 'Test key' }).check();
    expect(await page.getByLabel('Access').textContent()).toBe('Only its own');
    await choose(page.getByLabel('Access'), 'Everything, read-only');
    await page.route('**/v1/keys', (route) => route.fulfill({ status: 503 }), { times: 1 });
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Something went wrong').first().waitFor();
    expect(await violations(page)).toEqual([]);
    // What the service could not do need not be typed again.
    expect(await page.getByLabel('Name').inputValue()).toBe('agent');
    await closeError(page);
    await page.getByText('Something went wrong').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create key' }).click();
    const keys = page.getByRole('list', { name: 'Keys' });
    await keys.getByText('test key · access: everything, read-only').waitFor();
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
