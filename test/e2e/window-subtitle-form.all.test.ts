/** A subtitle that is being written: whatever becomes of the list around it, its form stays open as it was left. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeTranscripts } from '../helpers/corpus/stored-transcripts.ts';
import { focused } from './keys-typed.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';

const LINES = ['The garden is quiet today.', 'Anna sees the old door.', 'Ben opens it.'];

describe('the form of a subtitle', TRANSCRIBED, () => {
  let steno: StenoWindow;
  const field = () => steno.page.getByRole('form', { name: 'Subtitle' }).getByLabel('Text');
  const cue = (text: string | RegExp) => steno.page.locator('[role=tabpanel] li').getByText(text);
  const edit = (number: number) =>
    steno.page
      .getByRole('button', { name: /^Edit the subtitle/ })
      .nth(number - 1)
      .click();
  const press = (name: string) => steno.page.getByRole('button', { name }).press('Enter');
  /** As another tab or program changes subtitles: the first sentence is 0 to 1 s and so on. */
  const elsewhere = (change: object) =>
    steno.page.evaluate(`fetch('/v1' + location.pathname.replace('/t/', '/transcriptions/') +
      '/cues', { method: 'PATCH', headers: { 'content-type': 'application/json' },
      body: ${JSON.stringify(JSON.stringify(change))} })`);

  beforeAll(async () => {
    steno = await openWindow({
      prepare: async (dataDir) => {
        await storeTranscripts(dataDir, [{ title: 'Story', windows: [LINES] }]);
      },
      viewport: { width: 1280, height: 800 },
    });
    const { page } = steno;
    await row(page, 'Story').getByRole('link').click();
    await page.getByRole('tab', { name: 'Subtitles' }).click();
    await cue(LINES[0] ?? '').waitFor();
  }, TRANSCRIBED.timeout);
  afterAll(() => steno.close());

  test('stays when the answer to a change made before arrives, and when that is undone', async () => {
    const { page } = steno;
    const held = Promise.withResolvers<void>();
    await page.route('**/edits', async (route) => {
      const response = await route.fetch();
      await held.promise;
      await route.fulfill({ response });
    });
    await edit(1);
    await press('Split at the cursor');
    await edit(3);
    await field().fill('Anna sees');
    held.resolve();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await field().inputValue()).toBe('Anna sees');
    await page.unroute('**/edits');
    await page.getByRole('button', { name: /^Undo: split of a subtitle/ }).click();
    await cue(LINES[0] ?? '').waitFor();
    expect(await field().inputValue()).toBe('Anna sees');
  });

  test('stays when others change what is before it, with the caret in it', async () => {
    const { page } = steno;
    await field().focus();
    const halves = [
      { start: 0, end: 1, text: 'The garden' },
      { start: 1, end: 1.9, text: 'is quiet today.' },
    ];
    await elsewhere({ from: 0, to: 1.9, cues: halves });
    await cue('is quiet today.').waitFor();
    expect(await field().inputValue()).toBe('Anna sees');
    await page.keyboard.type(' it');
    expect(await field().inputValue()).toContain(' it');
  });

  test('stays when others give it other times, and is stored as it is', async () => {
    const { page } = steno;
    await elsewhere({
      from: 2,
      to: 3.9,
      cues: [{ start: 2.4, end: 3.8, text: 'Anna looks at the old door.' }],
    });
    await page.getByRole('button', { name: /^Undo: subtitle at/ }).waitFor();
    await expect
      .poll(() =>
        page.evaluate(
          'fetch("/v1" + location.pathname.replace("/t/", "/transcriptions/") + "/cues").then((r) => r.json()).then(({ data }) => data.length)',
        ),
      )
      .toBe(2);
    expect(await field().inputValue()).toContain(' it');
    await press('Save');
    await cue(/Anna sees it|itAnna sees/).waitFor();
    // It has not pushed what comes after it out of sight.
    await cue('Ben opens it.')
      .locator('xpath=ancestor::button')
      .getByText(/^[1-9] char\/s$/)
      .waitFor();
  });

  test('takes a time that is typed when it is stored by Enter', async () => {
    const { page } = steno;
    await edit(4);
    const end = page.getByRole('textbox', { name: 'End', exact: true });
    await end.fill('0:05.500');
    await end.press('Enter');
    await page.getByRole('form', { name: 'Subtitle' }).waitFor({ state: 'detached' });
    await edit(4);
    expect(await end.inputValue()).toBe('0:05.500');
    await page.keyboard.press('Escape');
  });

  test('keeps what is written where another one is opened, or another tab', async () => {
    const { page } = steno;
    await edit(4);
    await field().fill('Ben shuts it.');
    await edit(1);
    await cue('Ben shuts it.').waitFor();
    await field().fill('The park');
    await page.getByRole('tab', { name: 'Read' }).click();
    await page.getByRole('button', { name: /^Undo: subtitle at/ }).waitFor();
    await page.getByRole('tab', { name: 'Subtitles' }).click();
    await cue('The park').waitFor();
    await edit(1);
    await field().fill('Nothing');
    await page.keyboard.press('Escape');
    await cue('The park').waitFor();
    await edit(1);
    await edit(2);
    await page.keyboard.press('Escape');
    await cue('The park').waitFor();
  });

  test('saved as it was, changes nothing', async () => {
    const { page } = steno;
    const undo = page.getByRole('button', { name: /^Undo/ });
    const last = await undo.getAttribute('aria-label');
    await edit(2);
    await press('Save');
    await page.getByRole('form', { name: 'Subtitle' }).waitFor({ state: 'detached' });
    expect(await undo.getAttribute('aria-label')).toBe(last);
  });

  test('is in view as a whole, also that of the last subtitle', async () => {
    const { page } = steno;
    await page.setViewportSize({ width: 1280, height: 700 });
    await edit(3);
    const end = async () => {
      const box = await page.getByRole('form', { name: 'Subtitle' }).boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    // What is below is the player's.
    await expect.poll(end).toBeLessThan(700 - 64);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('has lines as long as one types', async () => {
    const { page } = steno;
    const length = page.getByRole('spinbutton', { name: 'Characters per line' });
    await length.focus();
    await page.keyboard.type('12');
    expect(await length.inputValue()).toBe('12');
    await cue(/^The garden$|is quiet/)
      .first()
      .waitFor();
    await length.press('ControlOrMeta+a');
    await page.keyboard.press('Backspace');
    expect(await length.inputValue()).toBe('');
  });

  test('leaves the focus at the subtitle that it became', async () => {
    const { page } = steno;
    await edit(1);
    await press('Join with the next');
    await expect.poll(() => focused(page)).toBe('BUTTON Edit the subtitle at 0:00');
    await edit(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('BUTTON Edit the subtitle at 0:00');
    expect(steno.pageErrors).toEqual([]);
  });
});
