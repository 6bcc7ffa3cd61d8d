/** Subtitles timed on the waveform, by mouse and by keyboard. */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeLongRecording } from '../helpers/corpus/long-recording.ts';
import { violations } from '../helpers/harness/axe.ts';
import { openWindow, row, type StenoWindow, sampleFile, TRANSCRIBED } from './open-window.ts';

describe('subtitles timed on the waveform', TRANSCRIBED, () => {
  let steno: StenoWindow;
  const edge = (name: 'Start' | 'End') =>
    steno.page.getByRole('slider', { name: `${name} of the subtitle` });
  const valueNow = async (slider: Locator) => Number(await slider.getAttribute('aria-valuenow'));
  const undo = () => steno.page.getByRole('button', { name: /^Undo: times/ });
  const nothingToUndo = () => steno.page.getByRole('button', { name: 'Undo', exact: true });
  /** Where an edge is, in the window's pixels. */
  const placeOf = async (slider: Locator) => {
    const box = await slider.boundingBox();
    if (!box) throw new Error('The edge is not in view.');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const drag = async (slider: Locator, by: number) => {
    const { mouse } = steno.page;
    const { x, y } = await placeOf(slider);
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x + by / 2, y);
    await mouse.move(x + by, y);
  };
  /** How many times as wide as its box the waveform is. */
  const zoom = async () => {
    const slider = steno.page.getByRole('slider', { name: 'Position in the recording' });
    const box = slider.locator('xpath=../..');
    const widths = await Promise.all([slider, box].map((one) => one.boundingBox()));
    return (widths[0]?.width ?? 0) / (widths[1]?.width ?? 1);
  };

  beforeAll(async () => {
    steno = await openWindow({
      prepare: (dataDir) =>
        storeLongRecording(dataDir, { title: 'Gardeners', words: 600, sound: sampleFile }),
      viewport: { width: 1280, height: 800 },
    });
    const { page } = steno;
    await row(page, 'Gardeners').getByRole('link').click();
    await page.getByRole('tab', { name: 'Subtitles' }).click();
    await page.getByRole('tabpanel', { name: 'Subtitles' }).locator('li').nth(2).waitFor();
  });
  afterAll(() => steno.close());

  test('the one that plays has edges; they come nearer to be moved, and go back', async () => {
    const { page } = steno;
    const third = page.locator('[role=tabpanel] li').nth(2).getByRole('button').first();
    await third.click();
    await edge('Start').waitFor();
    expect(await zoom()).toBeCloseTo(1);
    await edge('End').focus();
    await expect.poll(zoom).toBeGreaterThan(2);
    expect(await edge('End').getAttribute('aria-valuetext')).toMatch(
      /^\d:\d\d\.\d{3}, \d+\.\d\d s, \d+ char\/s/,
    );
    expect(await violations(page)).toEqual([]);
    await third.focus();
    await expect.poll(zoom).toBeCloseTo(1);
  });

  test('the arrow keys move an edge by 50 ms, with Shift by 500 ms, each stored as a step', async () => {
    const { page } = steno;
    await edge('End').focus();
    const before = await valueNow(edge('End'));
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => valueNow(edge('End'))).toBe(before - 50);
    await undo().waitFor();
    await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(() => valueNow(edge('End'))).toBe(before - 550);
    await page.getByText('Edited', { exact: true }).waitFor();
    expect(await edge('End').evaluate('document.activeElement.getAttribute("aria-label")')).toBe(
      'End of the subtitle',
    );
    await expect.poll(() => undo().isEnabled()).toBe(true);
    await undo().press('Enter');
    await expect.poll(() => valueNow(edge('End'))).toBe(before - 50);
    await undo().press('Enter');
    await expect.poll(() => valueNow(edge('End'))).toBe(before);
    await nothingToUndo().waitFor();
  });

  test('an edge is dragged, with its limits shown meanwhile, and stays where it is left', async () => {
    const { page } = steno;
    await edge('Start').focus();
    await expect.poll(zoom).toBeGreaterThan(2);
    const before = await valueNow(edge('Start'));
    const end = await valueNow(edge('End'));
    await drag(edge('Start'), 1000);
    // However far it is dragged, it does not pass the other edge.
    expect(await valueNow(edge('Start'))).toBe(end - 50);
    await page.getByText(/^0\.05 s, \d+ char\/s, too fast to read$/).waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect.poll(() => valueNow(edge('Start'))).toBe(before);
    expect(await nothingToUndo().isDisabled()).toBe(true);

    await drag(edge('Start'), 40);
    await page.mouse.up();
    await undo().waitFor();
    const after = await valueNow(edge('Start'));
    expect(after).toBeGreaterThan(before);
    await page.reload();
    await page.getByText('Edited', { exact: true }).waitFor();
    await page.locator('[role=tabpanel] li').nth(2).getByRole('button').first().click();
    await expect.poll(() => valueNow(edge('Start'))).toBe(after);
  });

  test('a finger moves an edge as well, and the page stays where it is', async () => {
    const { page } = steno;
    await page.keyboard.press('Escape');
    await edge('Start').focus();
    await expect.poll(zoom).toBeGreaterThan(2);
    const before = await valueNow(edge('Start'));
    const scrolled = await page.evaluate('scrollY');
    const { x, y } = await placeOf(edge('Start'));
    const fingers = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', by: number, down: number) =>
      fingers.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: x + by, y: y + down }],
      });
    await touch('touchStart', 0, 0);
    for (const step of [0.25, 0.5, 0.75, 1]) await touch('touchMove', -40 * step, 60 * step);
    await touch('touchEnd', 0, 0);
    await expect.poll(() => valueNow(edge('Start'))).toBeLessThan(before);
    expect(await page.evaluate('scrollY')).toBe(scrolled);
    await expect.poll(() => undo().isEnabled()).toBe(true);
    await undo().press('Enter');
    await expect.poll(() => valueNow(edge('Start'))).toBe(before);
  });

  test('neighbours may touch and never overlap', async () => {
    const { page } = steno;
    await edge('End').focus();
    const most = Number(await edge('End').getAttribute('aria-valuemax'));
    for (let press = 0; press < 20; press++) await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => valueNow(edge('End'))).toBe(most);
    await page.locator('[role=tabpanel] li').nth(3).getByRole('button').first().click();
    await expect.poll(() => valueNow(edge('Start'))).toBe(most);
  });

  test('a form that is open has the times of the waveform, and saves them', async () => {
    const { page } = steno;
    const item = page.locator('[role=tabpanel] li').nth(4);
    await item.getByRole('button', { name: /^Edit the subtitle/ }).click();
    await expect.poll(zoom).toBeGreaterThan(2);
    const start = page.getByRole('textbox', { name: 'Start', exact: true });
    const before = await start.inputValue();
    await drag(edge('Start'), 30);
    await page.mouse.up();
    expect(await start.inputValue()).not.toBe(before);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await item.getByRole('button', { name: /^Edit the subtitle/ }).click();
    expect(await start.inputValue()).toBe(before);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(zoom).toBeCloseTo(1);
  });

  test('beside the edges the waveform is pressed as ever', async () => {
    const { page } = steno;
    const waveform = page.getByRole('slider', { name: 'Position in the recording' });
    const before = await valueNow(waveform);
    await waveform.click({ position: { x: 500, y: 20 } });
    await expect.poll(() => valueNow(waveform)).toBeGreaterThan(before);
    await page.getByRole('tab', { name: 'Read', exact: true }).click();
    await edge('Start').waitFor({ state: 'detached' });
    expect(steno.pageErrors).toEqual([]);
  });
});
