/** One history for text, speakers and subtitles, with one button that says what it takes back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeTranscripts } from '../helpers/corpus/stored-transcripts.ts';
import { violations } from '../helpers/harness/axe.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';

const LINES = ['The garden is quiet today.', 'Anna sees the old door.', 'Ben opens it.'];
const JOINED = /^The garden is quiet today\.\s+Anna/;

describe('undo', TRANSCRIBED, () => {
  let steno: StenoWindow;
  const button = (name: string | RegExp) => steno.page.getByRole('button', { name, exact: true });
  const tab = (name: string) => steno.page.getByRole('tab', { name, exact: true });
  const cue = (text: string | RegExp) => steno.page.locator('[role=tabpanel] li').getByText(text);
  const press = (key: string) => steno.page.keyboard.press(`ControlOrMeta+${key}`);
  const said = (text: string) =>
    steno.page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });

  beforeAll(async () => {
    steno = await openWindow({ prepare: fill, viewport: { width: 1280, height: 800 } });
    const { page } = steno;
    await row(page, 'Story').getByRole('link').click();
    await page.locator('[data-segment="2"]').waitFor();
  }, TRANSCRIBED.timeout);
  afterAll(() => steno.close());

  test('names what was done last, to the text, a name or a subtitle', async () => {
    const { page } = steno;
    expect(await button('Undo').isDisabled()).toBe(true);
    await page.locator('[data-segment="2"]').dblclick();
    await press('a');
    await page.keyboard.type('Ben closes it.');
    await press('Enter');
    await button(/^Undo: text at 0:0\d$/).waitFor();
    await tab('Subtitles').click();
    await page
      .getByRole('button', { name: /^Edit the subtitle/ })
      .first()
      .click();
    await button('Join with the next').click();
    await cue(JOINED).waitFor();
    await button('Undo: join of two subtitles at 0:00').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('goes back in the order of what was done, on whichever tab, and shows it', async () => {
    const { page } = steno;
    await press('z');
    await cue(/today\.$/).waitFor();
    await said('Undone: join of two subtitles at 0:00');
    await button(/^Redo: join of two subtitles/).waitFor();
    await press('z');
    await tab('Read').and(page.locator('[aria-selected=true]')).waitFor();
    await page.getByText('Ben opens it.').waitFor();
    await said('Undone: text');
    await press('y');
    await page.getByText('Ben closes it.').waitFor();
    await press('y');
    await tab('Subtitles').and(page.locator('[aria-selected=true]')).waitFor();
    await cue(JOINED).waitFor();
  });

  test('still knows all of it after a reload', async () => {
    const { page } = steno;
    await page.reload();
    await cue(JOINED).waitFor();
    await button(/^Undo: join of two subtitles/).click();
    await cue(/today\.$/).waitFor();
    await button(/^Undo: text/).waitFor();
  });

  test('says what it took back where there is nothing to show', async () => {
    const { page } = steno;
    await page.evaluate(`fetch('/v1' + location.pathname.replace('/t/', '/transcriptions/') +
      '/speakers/1', { method: 'PATCH', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ana' }) })`);
    await button('Undo: name “Ana”').click();
    await page.getByRole('dialog').getByText('Undone: name “Ana”').waitFor();
    await button(/^Undo: text/).waitFor();
  });

  test('follows what others do to the subtitles meanwhile', async () => {
    const { page } = steno;
    await page.evaluate(`fetch('/v1' + location.pathname.replace('/t/', '/transcriptions/') +
      '/cues', { method: 'PATCH', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from: 0, to: 1000, cues: [{ start: 1, end: 3, text: 'Theirs' }] }) })`);
    await cue(/^Theirs/).waitFor();
    await button('Undo: subtitle at 0:01').click();
    await cue(/today\.$/).waitFor();
  });

  test('in the field of a subtitle stays that of the field', async () => {
    const { page } = steno;
    await page
      .getByRole('button', { name: /^Edit the subtitle/ })
      .first()
      .click();
    const field = page.getByRole('textbox', { name: 'Text' });
    await page.keyboard.type('Hello ');
    await press('z');
    await expect.poll(() => field.inputValue()).not.toBe(`Hello ${LINES[0]}`);
    await button('Cancel').click();
    await button(/^Undo: text/).waitFor();
  });

  test('an opened subtitle has its buttons above the player', async () => {
    const { page } = steno;
    await page.setViewportSize({ width: 1280, height: 400 });
    await page
      .getByRole('button', { name: /^Edit the subtitle/ })
      .last()
      .click();
    for (const name of ['Save', 'Cancel', 'Split at the cursor', 'Join with the next']) {
      const { x = 0, y = 0 } = (await button(name).boundingBox()) ?? {};
      const there = `document.elementFromPoint(${x} + 9, ${y} + 9)?.closest('button')?.textContent`;
      expect(await page.evaluate(there)).toBe(name);
    }
    await button('Cancel').click();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('an export begins with subtitles where they are shown, and with text beside the text', async () => {
    const { page } = steno;
    const chosen = (name: RegExp) => page.getByRole('radio', { name, checked: true }).waitFor();
    await press('s');
    await chosen(/^SRT/);
    await page.keyboard.press('Escape');
    await tab('Read').click();
    await press('s');
    await chosen(/^TXT/);
    await page.keyboard.press('Escape');
  });

  test('breaks nothing in the page', () => {
    expect(steno.pageErrors).toEqual([]);
  });

  test('what the service refuses is taken back, and what was written can be copied', async () => {
    const { page } = steno;
    await page.route('**/edits', (route) =>
      route.fulfill({
        status: 400,
        json: { error: { code: 'invalid_request', message: 'No.', param: null, request_id: 'r' } },
      }),
    );
    await page.locator('[data-segment="2"]').dblclick();
    await press('a');
    await page.keyboard.type('Ben waits.');
    await press('Enter');
    await page.getByText('An edit was refused').first().waitFor();
    await page.getByText('Copy what you wrote').waitFor();
    await page.getByText('Ben waits.').waitFor({ state: 'detached' });
    await page.unroute('**/edits');
  });
});

async function fill(dataDir: string): Promise<void> {
  await storeTranscripts(dataDir, [{ title: 'Story', windows: [LINES] }]);
}
