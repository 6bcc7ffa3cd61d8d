import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wavFile } from '../helpers/corpus/audio.ts';
import { violations } from '../helpers/harness/axe.ts';
import { ONE_VOICE } from '../helpers/harness/one-voice.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED, trySample } from './open-window.ts';
import { quick } from './window-engines.ts';

/** A second of silence, for what is added matters here; a recording of its own, as far as anybody can tell by the bytes. */
const recording = (mark: string) =>
  Buffer.concat([wavFile(new Int16Array(16_000)), Buffer.from(mark)]);
const file = (name: string) => ({
  name,
  mimeType: 'audio/mpeg',
  buffer: recording(name),
});

describe('files', TRANSCRIBED, () => {
  let steno: StenoWindow;

  beforeAll(async () => {
    steno = await openWindow({ engine: await quick(), tasks: ONE_VOICE });
  });

  afterAll(() => steno.close());

  test('the sample is offered while the library is empty, and is transcribed', async () => {
    const { page } = steno;
    await page.getByRole('heading', { name: 'No recordings yet' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await page.keyboard.press('Escape');
    await trySample(page);
    await page.getByRole('heading', { level: 1, name: 'Sample recording' }).waitFor();
  });

  test('above its text stands what to try first, until that is closed', async () => {
    const { page } = steno;
    const tour = page.getByRole('region', { name: 'Try it' });
    await tour.getByText('Click a word').waitFor();
    expect(await violations(page)).toEqual([]);
    await tour.getByRole('button', { name: 'Close the hints' }).click();
    await tour.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('region', { name: 'Transcript' }).waitFor();
    expect(await tour.count()).toBe(0);
    await page.getByRole('link', { name: 'Library' }).first().click();
    await row(page, 'Sample recording').waitFor();
    expect(await page.getByRole('button', { name: 'Try the sample' }).count()).toBe(0);
  });

  test('a file dropped anywhere on the page is added', async () => {
    const { page } = steno;
    const base64 = recording('dropped').toString('base64');
    const dropped = await page.evaluateHandle(`(async () => {
      const bytes = Uint8Array.fromBase64(${JSON.stringify(base64)});
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], 'dropped.mp3', { type: 'audio/mpeg' }));
      return transfer;
    })()`);
    await page.dispatchEvent('main', 'dragover', { dataTransfer: dropped });
    await page.getByText('Drop to transcribe').waitFor();
    await page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
    await page.getByText('Drop to transcribe').waitFor({ state: 'hidden' });
    await row(page, 'dropped').waitFor();
  });

  test('several chosen files become one recording each', async () => {
    const { page } = steno;
    const files = [file('one.mp3'), file('two.mp3')];
    await page.locator('input[type=file][multiple]').setInputFiles(files);
    await row(page, 'one').waitFor();
    await row(page, 'two').waitFor();
    await page.getByRole('list', { name: 'Uploads' }).waitFor({ state: 'detached' });
  });

  test('a recording chosen with its transcript has that text, and one that is wrong says why', async () => {
    const { page } = steno;
    const chosen = page.locator('input[type=file][multiple]');
    const subtitles = (text: string) => ({
      name: 'with text.srt',
      mimeType: '',
      buffer: Buffer.from(text),
    });
    const times = '00:00:00,500 --> 00:00:02,000';
    await chosen.setInputFiles([
      file('with text.mp3'),
      subtitles(`1\n${times}\nIs this the text?\n`),
    ]);
    await row(page, 'with text').getByRole('link').first().click();
    await page.getByText('Is this the text?').first().waitFor();
    await page.goBack();
    await chosen.setInputFiles([file('with text.mp3'), subtitles('No subtitles.')]);
    const refusal = page.getByText('with text.srt: This is no transcript that Steno can read.');
    await refusal.waitFor();
    await page.getByRole('button', { name: 'Dismiss with text.mp3' }).click();
    await chosen.setInputFiles([subtitles('No recording.')]);
    await page.getByText('Add this transcript together with its recording.').waitFor();
  });

  test('a file that is no recording is refused before it is sent', async () => {
    const { page } = steno;
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Buy milk.') };
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.method()} ${request.url()}`));
    await page.locator('input[type=file][multiple]').setInputFiles(notes);
    const uploads = page.getByRole('list', { name: 'Uploads' });
    await uploads.getByText('This is not an audio or video file that Steno can read.').waitFor();
    expect(sent.filter((request) => request.startsWith('POST'))).toEqual([]);
    await page.getByRole('button', { name: 'Dismiss notes.txt' }).click();
  });

  test('a recording that was added before is shown instead, or transcribed again when asked', async () => {
    const { page } = steno;
    const renamed = { ...file('one.mp3'), name: 'copy of one.mp3' };
    await page.locator('input[type=file][multiple]').setInputFiles(renamed);
    await page.getByText('copy of one.mp3 was not added').waitFor();
    expect(await row(page, 'copy of one').count()).toBe(0);
    await page.getByRole('link', { name: 'Open', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'one' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Transcribe again' }).click();
    await row(page, 'copy of one').waitFor();
  });

  test('the demo model is called what it is', async () => {
    await steno.page.getByText('it knows only a few hundred words').waitFor();
  });

  test('breaks nothing in the page', () => {
    expect(steno.pageErrors).toEqual([]);
  });
});
