import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../src/shared/client.ts';
import { noise } from '../helpers/corpus/audio.ts';
import { connect, finished } from '../helpers/harness/app.ts';
import { violations } from '../helpers/harness/axe.ts';
import { ONE_VOICE } from '../helpers/harness/one-voice.ts';
import { until } from '../helpers/harness/until.ts';
import { openWindow, type StenoWindow, TRANSCRIBED } from './open-window.ts';
import {
  beginRecording,
  launchWithMicrophone,
  recorded,
  secondsHeard,
  secondsRecorded,
  stopRecording,
} from './recorder.ts';
import { quick } from './window-engines.ts';

/** Pieces are half a second, and one may be under way. */
const LOST_SECONDS = 2;

/** As if the page had died before its first piece: it writes down and sends no more, and loses those it has. */
const FORGET_PIECES = `new Promise((resolve, reject) => {
  window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };
  const opening = indexedDB.open('recorder');
  opening.onsuccess = () => {
    const change = opening.result.transaction('pieces', 'readwrite');
    change.objectStore('pieces').clear();
    change.oncomplete = resolve;
    change.onabort = reject;
  };
})`;

describe('nothing that is recorded is lost', TRANSCRIBED, () => {
  let steno: StenoWindow;
  let chromium: Awaited<ReturnType<typeof launchWithMicrophone>>;
  let client: Client;

  beforeAll(async () => {
    chromium = await launchWithMicrophone(noise(5000, -20));
  });
  afterAll(() => chromium.close());
  beforeEach(async () => {
    const { browser } = chromium;
    const engine = await quick();
    steno = await openWindow({ browser, permissions: ['microphone'], engine, tasks: ONE_VOICE });
    client = await connect(steno.dataDir);
    await steno.page.goto(`${steno.url}/record`);
  });
  afterEach(() => steno.close());

  const lengthOf = async (id: string) => (await finished(client, id)).duration_seconds ?? 0;

  test('when the page dies: another offers to go on, or to finish', async () => {
    await beginRecording(steno.page);
    await recorded(steno.page, 4);
    await steno.page.close();
    const page = await steno.context.newPage();
    await page.goto(steno.url);
    await page.getByRole('link', { name: 'Recording: Interrupted' }).click();
    const notice = page.getByText('A recording was interrupted');
    await notice.waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Go on recording' }).click();
    await page.getByText('could not be recorded').waitFor();
    const before = await secondsRecorded(page);
    expect(before).toBeGreaterThanOrEqual(4 - LOST_SECONDS);
    await recorded(page, before + 2);
    await page.close({ runBeforeUnload: false });

    const last = await steno.context.newPage();
    await last.goto(`${steno.url}/record`);
    await last.getByRole('button', { name: 'Finish it' }).click();
    await last.waitForURL(/\/t\/trs_/);
    const id = new URL(last.url()).pathname.slice('/t/'.length);
    expect(await lengthOf(id)).toBeGreaterThanOrEqual(before + 2 - LOST_SECONDS);
    expect((await client.listRecordings()).data).toEqual([]);
  });

  test('of one that has no sound nothing is kept, and it is not offered to finish it', async () => {
    const { page } = steno;
    await page.route('**/pieces/*', (route) => route.abort());
    await beginRecording(page);
    // The browser has it written down by then.
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.evaluate(FORGET_PIECES);
    await page.close({ runBeforeUnload: false });
    const next = await steno.context.newPage();
    await next.goto(`${steno.url}/record`);
    await next.getByText('nothing was recorded').waitFor();
    expect(await next.getByRole('button', { name: 'Finish it' }).count()).toBe(0);
    expect(await violations(next)).toEqual([]);
    await next.getByRole('button', { name: 'Remove it' }).click();
    await next.getByText('nothing was recorded').waitFor({ state: 'detached' });
    expect((await client.listRecordings()).data).toEqual([]);

    const { id } = await client.openRecording({});
    await next.getByRole('button', { name: 'Stop' }).click();
    await next.getByText('Nothing was recorded yet').waitFor();
    await next.getByRole('button', { name: 'Remove it' }).click();
    await next.getByRole('heading', { name: 'Recorded elsewhere' }).waitFor({ state: 'detached' });
    await expect(client.getRecording(id)).rejects.toThrow('no recording');
  });

  test('when the service is away for a while: the page keeps what is said, and says so', async () => {
    const { page } = steno;
    await beginRecording(page);
    await recorded(page, 2);
    await steno.stopService();
    await page.getByText('Nothing is lost').waitFor();
    const away = await secondsRecorded(page);
    await recorded(page, away + 4);
    await steno.startService();
    client = await connect(steno.dataDir);
    await page.getByText('Nothing is lost').waitFor({ state: 'detached' });
    await recorded(page, away + 6);
    const id = await stopRecording(page);
    expect(await lengthOf(id)).toBeGreaterThanOrEqual(away + 6);
    const { data } = await client.listTranscriptions();
    expect(data).toHaveLength(1);
  });

  test('when both are: what the page kept is sent by the next one', async () => {
    const { page } = steno;
    await beginRecording(page);
    await recorded(page, 2);
    await steno.stopService();
    await page.getByText('Nothing is lost').waitFor();
    const kept = (await secondsRecorded(page)) + 3;
    await recorded(page, kept);
    await page.close();
    await steno.startService();
    client = await connect(steno.dataDir);
    const next = await steno.context.newPage();
    await next.goto(`${steno.url}/record`);
    await next.getByRole('button', { name: 'Finish it' }).click();
    await next.waitForURL(/\/t\/trs_/);
    const id = new URL(next.url()).pathname.slice('/t/'.length);
    expect(await lengthOf(id)).toBeGreaterThanOrEqual(kept - LOST_SECONDS);
  });

  test('when the recording was ended elsewhere: what comes then is a recording of its own', async () => {
    const { page } = steno;
    await beginRecording(page);
    await recorded(page, 3);
    const [first] = (await client.listRecordings()).data;
    const { transcription_id } = await client.finishRecording(first?.id ?? '');
    const before = await secondsRecorded(page);
    await recorded(page, before + 3);
    await until(async () => (await client.listRecordings()).data.length === 1);
    const id = await stopRecording(page);
    expect(id).not.toBe(transcription_id);
    const lengths = [await lengthOf(transcription_id ?? ''), await lengthOf(id)];
    expect(lengths[0]).toBeGreaterThanOrEqual(2);
    expect((lengths[0] ?? 0) + (lengths[1] ?? 0)).toBeGreaterThanOrEqual(before + 3 - 1);
  });

  test('when another page looks on: it follows, and takes nothing over', async () => {
    const { page } = steno;
    await beginRecording(page);
    await recorded(page, 2);
    const other = await steno.context.newPage();
    await other.goto(`${steno.url}/record`);
    await other.getByRole('heading', { name: 'Recorded elsewhere' }).waitFor();
    expect(await other.getByText('A recording was interrupted').count()).toBe(0);
    await other.getByRole('button', { name: 'Show its text' }).click();
    await other.getByRole('region', { name: 'Text so far' }).waitFor();
    expect(await violations(other)).toEqual([]);
    await other.close();
    const before = await secondsRecorded(page);
    await recorded(page, before + 1);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { name: 'Record', exact: true }).waitFor();
    await until(async () => (await client.listRecordings()).data.length === 0);
    expect((await client.listTranscriptions()).data).toEqual([]);
  });

  test('microphone and computer are kept apart, the first under the name of who speaks into it', async () => {
    const { page } = steno;
    await page.getByRole('checkbox', { name: 'Also record what a tab plays' }).click();
    await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
    await page.getByRole('meter', { name: 'Level of the computer' }).waitFor();
    await beginRecording(page);
    await recorded(page, 2);
    const [made] = (await client.listRecordings()).data;
    expect(made?.tracks).toEqual(['microphone', 'computer']);
    const { source } = await finished(client, await stopRecording(page));
    expect(source.tracks.map(({ title }) => title)).toEqual(['Ada', null]);
  });

  test('when the processor is slow: all of it is there', async () => {
    const { page } = steno;
    const processor = await steno.context.newCDPSession(page);
    await beginRecording(page);
    await processor.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await recorded(page, 8);
    const before = await secondsRecorded(page);
    await processor.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const made = await finished(client, await stopRecording(page));
    expect(secondsHeard(steno.dataDir, made)).toBeGreaterThanOrEqual(before);
    expect(made.warnings.map(({ code }) => code)).not.toContain('recording_gaps');
  });

  test('a pause is no part of it', async () => {
    const { page } = steno;
    await beginRecording(page);
    await recorded(page, 2);
    await page.keyboard.press('p');
    await page.getByText('Paused').waitFor();
    const [paused] = (await client.listRecordings()).data;
    await until(async () => (await client.getRecording(paused?.id ?? '')).status === 'paused');
    const before = await secondsRecorded(page);
    await page.getByRole('button', { name: 'Go on' }).click();
    await recorded(page, before + 2);
    expect(await page.getByText('could not be recorded').count()).toBe(0);
    await stopRecording(page);
    expect(steno.pageErrors).toEqual([]);
  });
});
