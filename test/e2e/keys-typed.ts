/** Everything that a person may type into what is open, and what must not have changed by it. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const FIGURES = '0123456789';
const CHORDS = ['z', 'Shift+z', 'y'].map((key) => `ControlOrMeta+${key}`);

/** All letters and figures, what deletes, a key that is held, undo and redo; Enter last, for it may answer. */
export async function typeEverything({ keyboard }: Page, { figures = true, enter = true } = {}) {
  await keyboard.type(LETTERS);
  if (figures) await keyboard.type(FIGURES);
  for (const key of ['Backspace', 'Delete', ...CHORDS]) await keyboard.press(key);
  for (const key of ['Backspace', 'k', 's']) {
    for (let held = 0; held < 3; held++) await keyboard.down(key);
    await keyboard.up(key);
  }
  if (enter) await keyboard.press('Enter');
}

/** What a transcript says and by whom, its revision, what can be undone, and whether it plays. */
export function transcriptState(page: Page): Promise<string> {
  return page.evaluate<string>(`(async () => {
    const id = location.pathname.split('/')[2];
    const ask = async (path) => (await fetch('/v1/transcriptions/' + id + path)).json();
    const { revision, result } = await ask('');
    const said = result.segments.map(({ text, speaker }) => speaker + ': ' + text);
    const { paused, playbackRate } = document.querySelector('audio, video');
    const shown = [0, 1, 2].map((at) => document.querySelector('[data-segment="' + at + '"]')?.textContent);
    return JSON.stringify([revision, said, await ask('/history'), paused, playbackRate, shown]);
  })()`);
}

/** What is open over a page: a menu, a list, a dialog; not a message. */
export const OPEN =
  '[data-open]:is([role="menu"], [role="dialog"], [role="alertdialog"]), [data-open] [role="listbox"]';

/** The element that gets the keys. */
export function focused(page: Page): Promise<string> {
  return page.evaluate<string>(
    `[document.activeElement.tagName, document.activeElement.getAttribute('aria-label')].join(' ').trim()`,
  );
}

/** Leaves one level after the other until nothing is open. */
export async function leaveAll(page: Page): Promise<void> {
  const left = page.locator(OPEN);
  while ((await left.count()) > 0) {
    const before = await left.count();
    await page.keyboard.press('Escape');
    await expect.poll(() => left.count()).toBeLessThan(before);
  }
}
