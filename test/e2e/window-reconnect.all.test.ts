import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../src/shared/client.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';

let steno: StenoWindow;

beforeAll(async () => {
  steno = await openWindow();
});

afterAll(() => steno.close());

test(
  'the window says that the service is gone, and catches up when it is back',
  TRANSCRIBED,
  async () => {
    const { page, url, context } = steno;
    const lost = page.getByText('Steno is not answering.');
    await page.getByRole('heading', { name: 'No recordings yet' }).waitFor();
    await steno.stopService();
    await lost.waitFor();
    await page.getByRole('link', { name: 'Developers' }).click();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();

    await steno.startService();
    await lost.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Revoke test' }).first().waitFor();
    expect(await page.getByText('Something went wrong').count()).toBe(0);
    await page.getByRole('link', { name: 'Library' }).click();
    const cookie = (await context.cookies())
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const scripts = createClient({
      baseUrl: url,
      fetch: (address, init) =>
        fetch(address, { ...init, headers: { ...init?.headers, cookie, origin: url } }),
    });
    await scripts.createTranscription({ url: 'http://127.0.0.1:9/elsewhere.mp3' });
    await row(page, 'elsewhere').waitFor();
  },
);
