import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, makeTempFolder } from '../helpers/app.ts';
import { type Desktop, startDesktop } from '../helpers/electron/desktop.ts';
import { projectRoot } from '../helpers/service-process.ts';
import { until } from '../helpers/until.ts';

const SAMPLE = join(projectRoot, 'resources/samples/sample.mp3');

let folder: string;
let desktop: Desktop;
let origin: string;

beforeAll(async () => {
  folder = await makeTempFolder();
  desktop = startDesktop({ folder, env: { STAND_IN_CHOSEN: SAMPLE } });
  const signIn = new URL(String(await desktop.called('window.loaded')));
  origin = signIn.origin;
});
afterAll(async () => {
  await desktop.quit();
  await rm(folder, { recursive: true, force: true });
});

const openMessages = () =>
  desktop
    .all('page.told')
    .filter((told) => (told as { channel: string }).channel === 'open')
    .map((told) => (told as { message: unknown }).message);

describe('the window', () => {
  test('is the page of the service, signed in, in a sandbox', async () => {
    const answer = await fetch(String(desktop.all('window.loaded')[0]));
    expect(answer.status).toBe(200);
    expect(desktop.all('window.created')[0]).toMatchObject({
      webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
    });
    expect(desktop.all('app.protocol')).toEqual(['steno']);
  });

  test('cannot be led elsewhere, nor open another', async () => {
    desktop.happen('navigate', 'https://example.com/');
    desktop.happen('openWindow', 'file:///etc/passwd');
    await desktop.called('page.heldBack', (url) => url === 'https://example.com/');
    expect(await desktop.called('page.openedWindow')).toEqual({ action: 'deny' });
    expect(desktop.all('shell.opened')).toEqual([]);
  });

  test('hears of links that were opened before its page was there', async () => {
    desktop.happen('openUrl', 'steno://t/trs_0123456789abcdefghijkl');
    desktop.happen('pageReady', origin);
    await until(() => openMessages().length === 1);
    desktop.happen('secondStart', [
      'steno',
      '--flag',
      'steno://add?url=https%3A%2F%2Fexample.com%2Fa.mp3',
    ]);
    await until(() => openMessages().length === 2);
    expect(openMessages()).toEqual([
      { path: '/t/trs_0123456789abcdefghijkl' },
      { path: '/', link: 'https://example.com/a.mp3' },
    ]);
  });

  test('goes where the menu says', async () => {
    desktop.happen('chooseInMenu', 'Settings');
    await until(() => openMessages().length === 3);
    expect(openMessages()[2]).toEqual({ path: '/settings' });
  });
});

describe('outside the window', () => {
  test('a chosen recording is transcribed: the tray follows it, and a notification opens it', async () => {
    desktop.happen('chooseInMenu', 'Add Recordings…');
    await desktop.called('tray.says', (text) => /transcribing, [1-9]/.test(String(text)));
    expect(await desktop.called('notification.shown')).toMatchObject({
      title: 'Transcript ready',
      body: 'sample.mp3',
    });
    await desktop.called('window.progress', (progress) => progress === -1);
    expect(desktop.all('tray.says').at(-1)).toBe('Steno');
    const client = await connect(join(folder, 'data'));
    const [transcription] = (await client.listTranscriptions()).data;
    expect(desktop.all('utility.started')).toContain('Steno speakers');
    const { result } = await client.getTranscription(transcription?.id ?? '');
    expect(result?.diarization.method).toBe('neural');
    desktop.happen('clickNotification');
    await until(() => openMessages().length === 4);
    expect(openMessages()[3]).toEqual({ path: `/t/${transcription?.id}` });
  });

  test.runIf(process.platform === 'linux')('it starts at login once that is set', async () => {
    const client = await connect(join(folder, 'data'));
    const file = join(folder, 'appData', 'autostart', 'steno.desktop');
    await client.updateSettings({ open_at_login: true });
    await until(async () => (await readFile(file, 'utf8').catch(() => '')).includes('--hidden'));
    await client.updateSettings({ open_at_login: false });
    await until(async () => (await readFile(file, 'utf8').catch(() => 'gone')) === 'gone');
  });

  test('closing the window leaves the service running, and its place is kept', async () => {
    const state = join(folder, 'userData', 'window.json');
    desktop.happen('closeWindow');
    await until(async () => (await readFile(state, 'utf8').catch(() => '')) !== '');
    expect((await fetch(`${origin}/health`)).status).toBe(200);
    desktop.happen('secondStart', ['steno']);
    await until(() => desktop.all('window.created').length === 2);
    expect(desktop.all('window.created')[1]).toMatchObject({ x: 40, y: 50, width: 900 });
    expect(desktop.all('window.maximized')).toHaveLength(1);
  });

  test('quitting stops the service before the program ends', async () => {
    expect(await desktop.quit()).toBe(0);
    await expect(fetch(`${origin}/health`)).rejects.toThrow();
  });
});

test('a second Steno hands over and ends without touching the data', async () => {
  const other = startDesktop({ folder, env: { STAND_IN_SECOND: '1' } });
  expect(await other.exited).toBe(0);
  expect(other.all('window.created')).toEqual([]);
});

test('started hidden at login, it opens no window until it is asked to', async () => {
  const hidden = startDesktop({ folder, args: ['--hidden'] });
  await hidden.called('menu.set');
  expect(hidden.all('window.created')).toEqual([]);
  hidden.happen('chooseInTray', 'Open Steno');
  await hidden.called('window.loaded');
  expect(await hidden.quit()).toBe(0);
});
