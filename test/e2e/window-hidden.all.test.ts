import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../src/shared/client.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';

let steno: StenoWindow;

beforeAll(async () => {
  steno = await openWindow();
});

afterAll(() => steno.close());

/** As the browser does when another tab comes to the front, and when this one does. */
function show(page: Page, visible: boolean) {
  return page.evaluate(`(() => {
    Object.defineProperty(document, 'hidden', { value: ${!visible}, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  })()`);
}

const isStream = (request: Request) => request.url().endsWith('/v1/events');

test(
  'a hidden window leaves its connection to others, and knows everything when it is looked at again',
  TRANSCRIBED,
  async () => {
    const { page, url, context } = steno;
    const lost = page.getByText('Steno is not answering.');
    await page.getByRole('heading', { name: 'No recordings yet' }).waitFor();

    const given = page.waitForEvent('requestfailed', isStream);
    await show(page, false);
    await given;
    const cookie = (await context.cookies()).map((one) => `${one.name}=${one.value}`).join('; ');
    const elsewhere = createClient({
      baseUrl: url,
      fetch: (address, init) =>
        fetch(address, { ...init, headers: { ...init?.headers, cookie, origin: url } }),
    });
    await elsewhere.createTranscription({ url: 'http://127.0.0.1:9/elsewhere.mp3' });
    expect(await lost.count()).toBe(0);
    expect(await row(page, 'elsewhere').count()).toBe(0);

    const taken = page.waitForRequest(isStream);
    await show(page, true);
    await taken;
    await row(page, 'elsewhere').waitFor();
    expect(await lost.count()).toBe(0);
  },
);

test('more windows can be open than a browser has connections', TRANSCRIBED, async () => {
  const { context, url } = steno;
  for (let at = 0; at < 6; at++) {
    const page = await context.newPage();
    await page.goto(url);
    await row(page, 'elsewhere').waitFor();
    await show(page, false);
  }
});
