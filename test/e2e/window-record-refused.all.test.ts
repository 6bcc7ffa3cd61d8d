import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from '../helpers/harness/axe.ts';
import { launchBrowser, openContext } from '../helpers/harness/browser.ts';
import { until } from '../helpers/harness/until.ts';
import { choose, openWindow, type StenoWindow, TRANSCRIBED } from './open-window.ts';
import { beginRecording, launchWithMicrophone } from './recorder.ts';
import { quick } from './window-engines.ts';

let steno: StenoWindow;
beforeAll(async () => {
  steno = await openWindow({ engine: await quick() });
});
afterAll(() => steno.close());

test('where there is no microphone, it is said, and nothing can begin', TRANSCRIBED, async () => {
  const { page } = steno;
  await page.goto(`${steno.url}/record`);
  await page
    .getByRole('alert')
    .getByText(/microphone (was found|could not be opened)/)
    .waitFor();
  expect(await page.getByRole('button', { name: 'Record', exact: true }).isDisabled()).toBe(true);
  expect(await violations(page)).toEqual([]);
});

/** The same window in another browser, signed in by the cookie of the first. */
async function openElsewhere(browser: Awaited<ReturnType<typeof launchBrowser>>) {
  const context = await openContext({ permissions: ['microphone'] }, browser);
  await context.addCookies(await steno.context.cookies());
  const page = await context.newPage();
  await page.goto(`${steno.url}/record`);
  return page;
}

test('where the microphone is refused, it is said how to allow it', TRANSCRIBED, async () => {
  const browser = await launchBrowser([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream=deny',
  ]);
  const page = await openElsewhere(browser);
  await page.getByRole('alert').getByText('may not use the microphone').waitFor();
  const again = page.getByRole('button', { name: 'Try again' });
  await again.press('Enter');
  await page.getByRole('alert').getByText('may not use the microphone').waitFor();
  expect(await page.locator(':focus').textContent()).toBe('Try again');
  expect(await violations(page)).toEqual([]);
  await browser.close();
});

test('a microphone that hears nothing is told of after five seconds', TRANSCRIBED, async () => {
  const silent = await launchWithMicrophone(new Int16Array(16_000));
  const page = await openElsewhere(silent.browser);
  const record = page.getByRole('button', { name: 'Record', exact: true });
  await until(() => record.isEnabled());
  const place = await record.boundingBox();
  const told = page.getByRole('alert').getByText('Nothing is heard from the microphone');
  await told.waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await record.boundingBox()).toEqual(place);

  await beginRecording(page);
  await told.waitFor();
  // Another one can be chosen without ending the recording.
  await choose(page.getByRole('combobox', { name: 'Microphone' }), 'Fake Audio Input 2');
  await told.waitFor({ state: 'detached' });
  await told.waitFor();
  expect(await violations(page)).toEqual([]);
  await silent.close();
});
