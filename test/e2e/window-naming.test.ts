import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { storeTranscripts } from '../helpers/corpus/stored-transcripts.ts';
import { violations } from '../helpers/harness/axe.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';

const WINDOWS = [
  ['The garden is quiet today.', 'Anna sees the old door.'],
  ['Ben opens it.', 'It is dark inside.'],
];

describe('the name of a speaker', TRANSCRIBED, () => {
  let steno: StenoWindow;
  const field = () => steno.page.getByRole('combobox', { name: /^(Name|Who says it\?)$/ });
  const choices = () => steno.page.getByRole('listbox', { name: 'Names' }).getByRole('option');
  const label = (name: string) => steno.page.getByRole('button', { name, exact: true }).first();
  const type = (text: string) => steno.page.keyboard.type(text);
  const press = (key: string) => steno.page.keyboard.press(key);
  const focused = () =>
    steno.page.evaluate<string>(
      'document.activeElement.innerText || document.activeElement.tagName',
    );
  /** The texts, who says them, and the kinds of steps that Undo would take back. */
  const stored = () =>
    steno.page.evaluate<{ texts: string[]; said: string[]; steps: string[] }>(`(async () => {
      const id = location.pathname.split('/').at(-1);
      const ask = async (path) => (await fetch('/v1/transcriptions/' + id + path)).json();
      const [{ result }, { data }] = [await ask(''), await ask('/history')];
      const steps = data.filter(({ undone }) => !undone).map(({ kind }) => kind);
      const said = result.segments.map(({ speaker }) => speaker);
      return { texts: result.segments.map(({ text }) => text), said, steps };
    })()`);
  const said = async () => (await stored()).said;

  beforeAll(async () => {
    steno = await openWindow({ prepare: fill, viewport: { width: 1280, height: 800 } });
    const { page } = steno;
    await row(page, 'Story').getByRole('link').click();
    await page.locator('[data-segment="3"]').waitFor();
  }, TRANSCRIBED.timeout);
  afterAll(() => steno.close());
  afterEach(async () => {
    if ((await field().count()) > 0) await press('Escape');
    const steps = async () => (await stored()).steps.length;
    for (let left = await steps(); left > 0; left--) {
      await press('ControlOrMeta+z');
      await expect.poll(steps).toBe(left - 1);
    }
    await label('Speaker 1').waitFor();
  });

  test.each(['Ana Müller', 'Ken Slade e', 'محمد', '🎤 DJ', 'Speaker 1st'])(
    'is typed right after the click, and is all that changes: %s',
    async (name) => {
      await label('Speaker 1').click();
      await type(name);
      await press('Enter');
      await label(name).waitFor();
      expect(await stored()).toEqual({
        texts: WINDOWS.flat(),
        said: [name, 'Speaker 2', name, 'Speaker 2'],
        steps: ['name'],
      });
    },
  );

  test('has every letter that was typed before a slow page has answered the click', async () => {
    const cdp = await steno.context.newCDPSession(steno.page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 8 });
    const { x = 0, y = 0 } = (await label('Speaker 1').boundingBox()) ?? {};
    const mouse = (type: 'mousePressed' | 'mouseReleased') =>
      cdp.send('Input.dispatchMouseEvent', {
        ...{ type, x: x + 20, y: y + 8, button: 'left', clickCount: 1 },
      });
    const key = (text: string, name = text) => [
      cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', text, key: name }),
      cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key: name }),
    ];
    await Promise.all([
      mouse('mousePressed'),
      mouse('mouseReleased'),
      ...[...'Ken Slade'].flatMap((letter) => key(letter)),
      ...key('\r', 'Enter'),
    ]);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await label('Ken Slade').waitFor();
    expect(await stored()).toMatchObject({ texts: WINDOWS.flat(), steps: ['name'] });
  });

  test('is as it was after Esc, which gives the focus back to it', async () => {
    const before = await stored();
    await label('Speaker 2').click();
    await type('k s Rena');
    expect(await violations(steno.page)).toEqual([]);
    await press('Escape');
    await field().waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('Speaker 2');
    await press('Enter');
    await field().waitFor();
    await press('Enter');
    await field().waitFor({ state: 'detached' });
    expect(await stored()).toEqual(before);
  });

  test('is taken away again where the field is emptied', async () => {
    await label('Speaker 1').click();
    await type('Ana');
    await press('Enter');
    await label('Ana').click();
    await press('Backspace');
    await press('Enter');
    await label('Speaker 1').waitFor();
    expect(await said()).toEqual(['Speaker 1', 'Speaker 2', 'Speaker 1', 'Speaker 2']);
  });

  test('gives somebody new a sentence in one step, and the next with one letter', async () => {
    await press('s');
    await type('Ana');
    await expect.poll(() => choices().allInnerTexts()).toEqual(['New speaker Ana']);
    await press('Enter');
    await label('Ana').waitFor();
    await expect.poll(stored).toMatchObject({
      said: ['Ana', 'Speaker 2', 'Speaker 1', 'Speaker 2'],
      steps: ['speaker'],
    });
    await press('ArrowDown');
    await press('s');
    await type('a');
    await press('Enter');
    await expect.poll(said).toEqual(['Ana', 'Ana', 'Speaker 1', 'Speaker 2']);
    await press('ArrowUp');
    await expect.poll(focused).not.toBe('BODY');
  });

  test('gives a sentence to who spoke before or speaks next by Enter alone', async () => {
    await press('s');
    await press('Enter');
    await expect.poll(said).toEqual(['Speaker 2', 'Speaker 2', 'Speaker 1', 'Speaker 2']);
  });

  test('is for a part of the text where that is chosen, which is never so at first', async () => {
    await label('Speaker 1').click();
    await type('Bo');
    await press('Tab');
    await press('ArrowRight');
    await press('ArrowRight');
    await steno.page
      .getByText('gives what Speaker 1 says from here on to a new speaker Bo')
      .waitFor();
    expect(await violations(steno.page)).toEqual([]);
    await press('Enter');
    await expect.poll(stored).toMatchObject({
      said: ['Bo', 'Speaker 2', 'Bo', 'Speaker 2'],
      steps: ['speaker'],
    });
  });

  test('that somebody has but for case, accents and spaces is offered as it is, and asked about', async () => {
    await label('Speaker 2').click();
    await type('José  Pérez');
    await press('Enter');
    await label('Speaker 1').click();
    await type('jose perez');
    await expect
      .poll(() => choices().allInnerTexts())
      .toEqual(['José Pérez\nin this recording', 'jose perez']);
    await press('Enter');
    const question = steno.page.getByRole('alertdialog', { name: /one person\?$/ });
    await question.getByRole('button', { name: 'Merge them' }).press('Enter');
    await expect.poll(stored).toMatchObject({
      said: ['José Pérez', 'José Pérez', 'José Pérez', 'José Pérez'],
      steps: ['speaker', 'name'],
    });
  });

  test('that is none says why, and changes nothing', async () => {
    const before = await stored();
    await label('Speaker 1').click();
    await steno.page.keyboard.insertText('a'.repeat(300));
    await steno.page.getByText('at most 100 characters; this one has 300').waitFor();
    await press('Enter');
    await field().waitFor();
    await press('Escape');
    await field().waitFor({ state: 'detached' });
    expect(await stored()).toEqual(before);
  });

  test('breaks nothing in the page', () => {
    expect(steno.pageErrors).toEqual([]);
  });
});

async function fill(dataDir: string): Promise<void> {
  const speakers = ['Speaker 1', 'Speaker 2'];
  await storeTranscripts(dataDir, [{ title: 'Story', windows: WINDOWS, speakers }]);
}
