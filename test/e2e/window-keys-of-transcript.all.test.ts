import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { focused, leaveAll, OPEN, transcriptState, typeEverything } from './keys-typed.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';
import { talkLibrary } from './talk-library.ts';

/** Where Enter, or a figure, chooses what was typed, it is left out. */
type Case = [
  name: string,
  open: () => Promise<void>,
  options?: Parameters<typeof typeEverything>[1],
];

describe('over a transcript', TRANSCRIBED, () => {
  let steno: StenoWindow;
  const press = (name: string | RegExp) =>
    steno.page.getByRole('button', { name, exact: true }).first().press('Enter');
  const list = (name: string, tab?: string) => async () => {
    if (tab) await toTab(tab);
    await steno.page.getByRole('combobox', { name, exact: true }).press('Enter');
  };
  const toTab = (name: string) => steno.page.getByRole('tab', { name }).press('Enter');
  const more = (entry: string) => async () => {
    await press('More');
    await steno.page.getByRole('menuitem', { name: entry }).press('Enter');
  };
  const key = (name: string) => () => steno.page.keyboard.press(name);
  const home = async () => {
    await leaveAll(steno.page);
    await toTab('Read');
    await steno.page.locator('[data-segment="1"]').waitFor();
    await steno.page.locator('[data-home]').focus();
  };

  beforeAll(async () => {
    steno = await openWindow({ prepare: talkLibrary, viewport: { width: 1280, height: 800 } });
    const { page } = steno;
    await row(page, 'Talk').getByRole('link').click();
    // Something that Ctrl+Z could take back.
    await page.locator('[data-segment="1"]').dblclick();
    await page.keyboard.type('Oh');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
  }, TRANSCRIBED.timeout);
  afterAll(() => steno.close());

  const cases: Case[] = [
    ['the menu with more', () => press('More')],
    ['the name of a speaker', () => press(/^Speaker 1$/), { enter: false }],
    ['who says it', key('s'), { figures: false, enter: false }],
    ['the export', key('ControlOrMeta+s')],
    ['the clip', key('c')],
    ['the keys', key('?')],
    ['the original', more('Compare with original…')],
    ['to transcribe again', more('Transcribe again…')],
    ['the video with subtitles', more('Video with subtitles…')],
    ['the tags', () => press('Tags…')],
    ['the speeds', list('Speed'), { enter: false }],
    ['the lines of subtitles', list('Lines', 'Subtitles')],
    [
      'with whom a speaker is merged',
      async () => {
        await toTab('Speakers');
        await press('Merge into');
      },
    ],
    [
      'whose words are found',
      async () => {
        await key('/')();
        await list('Speaker')();
      },
    ],
  ];

  test.each(cases)('%s keeps every key to itself', async (_name, open, options) => {
    const { page } = steno;
    await home();
    const before = await transcriptState(page);
    await open();
    await page.locator(OPEN).first().waitFor();
    await typeEverything(page, options);
    await leaveAll(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).not.toBe('BODY');
    await home();
    expect(await transcriptState(page)).toBe(before);
  });

  test.each<[string, () => Promise<void>, string]>([
    ['the title', () => press(/^Rename Talk/), 'Title'],
    ['what is found', key('/'), 'Find'],
    [
      'what takes its place',
      async () => {
        await key('/')();
        await steno.page.keyboard.press('Tab');
      },
      'Replace with',
    ],
    [
      'the word in a review',
      async () => {
        await key('.')();
        await key('w')();
      },
      'Replace the word with',
    ],
    [
      'a subtitle',
      async () => {
        await toTab('Subtitles');
        await press(/^Edit the subtitle at/);
      },
      'Text',
    ],
  ])('a field keeps every key to itself: %s', async (_name, open, name) => {
    const { page } = steno;
    await home();
    const before = await transcriptState(page);
    await open();
    const field = page.getByRole('textbox', { name, exact: true });
    await field.waitFor();
    await expect.poll(() => focused(page)).toMatch(new RegExp(`${name}$`));
    await typeEverything(page, { enter: false });
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).not.toBe('BODY');
    while (
      (await page
        .getByRole('search')
        .or(page.getByRole('region', { name: 'Review' }))
        .count()) > 0
    ) {
      await page.keyboard.press('Escape');
    }
    await expect.poll(() => focused(page)).not.toBe('BODY');
    await home();
    // A word that is reviewed is played.
    if (await page.getByRole('button', { name: 'Pause' }).count()) await key('k')();
    await expect.poll(() => transcriptState(page)).toBe(before);
  });

  test('the contents of a narrow window keep every key to themselves', async () => {
    const { page } = steno;
    await page.setViewportSize({ width: 800, height: 800 });
    await home();
    const before = await transcriptState(page);
    await press('Contents');
    await page.getByRole('dialog', { name: 'Contents' }).waitFor();
    await typeEverything(page);
    await leaveAll(page);
    await expect.poll(() => focused(page)).not.toBe('BODY');
    await home();
    expect(await transcriptState(page)).toBe(before);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('the question whether two are one keeps every key to itself', async () => {
    const { page } = steno;
    await home();
    await toTab('Speakers');
    const name = page.getByRole('combobox', { name: 'Name' });
    // Of somebody without a name, that they are two people changes nothing.
    await page.getByRole('button', { name: 'Rename…' }).first().press('Enter');
    await name.fill('Speaker 2');
    await name.press('Enter');
    await name.waitFor({ state: 'detached' });
    await page.getByRole('alertdialog').waitFor();
    const before = await transcriptState(page);
    // Enter answers.
    await typeEverything(page, { enter: false });
    await leaveAll(page);
    await expect.poll(() => focused(page)).not.toBe('BODY');
    expect(await transcriptState(page)).toBe(before);
  });

  test('nothing of it breaks the page', () => {
    expect(steno.pageErrors.filter((error) => !/404|media|decode/i.test(error))).toEqual([]);
  });
});
