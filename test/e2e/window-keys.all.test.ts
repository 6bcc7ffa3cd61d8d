import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../src/shared/client.ts';
import { openWindow, type StenoWindow, TRANSCRIBED } from './open-window.ts';

let steno: StenoWindow;

beforeAll(async () => {
  steno = await openWindow();
});

afterAll(() => steno.close());

test(
  'an API key is shown once, works, and stops working when it is revoked',
  TRANSCRIBED,
  async () => {
    const { page, url } = steno;
    await page.getByRole('link', { name: 'Developers' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Podcast script');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'Copy key' }).click();
    const key = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(key).toMatch(/^steno_live_\w{36}$/);
    const section = (name: string) =>
      page.getByRole('navigation', { name: 'Developers' }).getByRole('link', { name });
    await section('Requests').click();
    await page.getByText(`-H "Authorization: Bearer ${key}"`).waitFor();
    await section('API keys').click();

    const client = createClient({ baseUrl: url, key });
    expect(await client.listTranscriptions()).toMatchObject({ data: [] });

    await page.reload();
    await page.getByText('Podcast script').waitFor();
    expect(await page.content()).not.toContain(key);

    await page.getByRole('button', { name: 'Revoke Podcast script' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked').waitFor();
    await expect(client.listTranscriptions()).rejects.toMatchObject({ code: 'unauthorized' });
  },
);
