import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desktop, startDesktop } from '../../helpers/electron/desktop.ts';
import { connect, makeTempFolder } from '../../helpers/harness/app.ts';
import { projectRoot } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';

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

const isTranscript = (message: unknown) => (message as { path: string }).path.startsWith('/t/');
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
    expect(desktop.all('app.protocol')).toEqual([['steno', process.execPath, [projectRoot]]]);
  });

  test('cannot be led elsewhere, nor open another', async () => {
    desktop.happen('navigate', 'https://example.com/');
    desktop.happen('openWindow', 'file:///etc/passwd');
    await desktop.called('page.heldBack', (url) => url === 'https://example.com/');
    desktop.happen('redirect', 'https://example.com/landing');
    await desktop.called('page.heldBack', (url) => url === 'https://example.com/landing');
    desktop.happen('attachWebview');
    await desktop.called('page.noWebview');
    expect(await desktop.called('page.openedWindow')).toEqual({ action: 'deny' });
    expect(desktop.all('shell.opened')).toEqual([]);
  });

  test('may write to the clipboard, and use nothing else of the computer', async () => {
    const asked = async (permission: string, url: string) => {
      const before = desktop.all('page.permission').length;
      desktop.happen('askPermission', { permission, url });
      await until(() => desktop.all('page.permission').length > before);
      return desktop.all('page.permission').at(-1);
    };
    const granted = { checked: true, requested: true };
    const denied = { checked: false, requested: false };
    expect(await asked('clipboard-sanitized-write', `${origin}/`)).toEqual(granted);
    expect(await asked('clipboard-sanitized-write', 'https://example.com/')).toEqual(denied);
    expect(await asked('media', `${origin}/`)).toEqual(denied);
    expect(await asked('geolocation', `${origin}/`)).toEqual(denied);
  });

  test('is told where a file was saved by a name alone, and may have it shown', async () => {
    desktop.happen('download', '/home/anna/Talk.srt');
    const told = (await desktop.called(
      'page.told',
      (given) => (given as { channel: string }).channel === 'file-saved',
    )) as { message: { id: string; name: string } };
    expect(told.message.name).toBe('Talk.srt');
    expect(JSON.stringify(told)).not.toContain('anna');
    desktop.happen('showSaved', { id: told.message.id, origin });
    expect(await desktop.called('shell.showed')).toBe('/home/anna/Talk.srt');
  });

  test('is told of links that were opened before its page was there', async () => {
    desktop.happen('openUrl', 'steno://t/trs_0123456789abcdefghijkl');
    desktop.happen('pageReady', origin);
    await until(() => openMessages().length === 1);
    await desktop.called('app.tookUrl');
    desktop.happen('secondStart', {
      argv: ['steno', '--flag', 'steno://add?url=https%3A%2F%2Fexample.com%2Fa.mp3'],
      directory: '/',
    });
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

  test('comes back when the process of its page dies, but not for ever', async () => {
    desktop.happen('loseRenderer', 'clean-exit');
    desktop.happen('loseRenderer', 'oom');
    await desktop.called('page.reloaded');
    expect((await fetch(`${origin}/health`)).status).toBe(200);
    // What is to be shown waits for the page that is loading.
    const shown = desktop.all('window.shown').length;
    desktop.happen('chooseInMenu', 'Settings');
    await until(() => desktop.all('window.shown').length > shown);
    expect(openMessages()).toHaveLength(3);
    desktop.happen('loseRenderer', 'crashed');
    desktop.happen('pageReady', origin);
    await until(() => openMessages().length === 4);
    expect(desktop.all('page.reloaded')).toHaveLength(1);
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
    expect(desktop.all('awake.started')).toEqual(['prevent-app-suspension']);
    expect(await desktop.called('awake.stopped')).toBe(7);
    expect(desktop.all('tray.says').at(-1)).toBe('Steno');
    const client = await connect(join(folder, 'data'));
    const [transcription] = (await client.listTranscriptions()).data;
    expect(desktop.all('utility.started')).toContain('Steno speakers');
    const { result } = await client.getTranscription(transcription?.id ?? '');
    expect(result?.diarization.method).toBe('neural');
    desktop.happen('clickNotification');
    await until(() => openMessages().length === 5);
    expect(openMessages()[4]).toEqual({ path: `/t/${transcription?.id}` });
  });

  test.runIf(process.platform === 'linux')('it starts at login once that is set', async () => {
    const client = await connect(join(folder, 'data'));
    const file = join(folder, 'appData', 'autostart', 'steno.desktop');
    await client.updateSettings({ open_at_login: true });
    await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toContain('" --hidden');
    await client.updateSettings({ open_at_login: false });
    await expect.poll(() => existsSync(file)).toBe(false);
  });

  test('closing the window leaves the service running, and its place is kept', async () => {
    const state = join(folder, 'userData', 'window.json');
    desktop.happen('closeWindow');
    await until(async () => (await readFile(state, 'utf8').catch(() => '')) !== '');
    expect((await fetch(`${origin}/health`)).status).toBe(200);
    desktop.happen('secondStart', { argv: ['steno'], directory: '/' });
    await until(() => desktop.all('window.created').length === 2);
    expect(desktop.all('window.created')[1]).toMatchObject({ x: 40, y: 50, width: 900 });
    expect(desktop.all('window.maximized')).toHaveLength(1);
  });

  test('a recording opened with Steno is transcribed, wherever its path begins, and found again', async () => {
    const client = await connect(join(folder, 'data'));
    const shown = () => openMessages().filter(isTranscript).length;
    const before = shown();
    const { data } = await client.listTranscriptions();
    desktop.happen('pageReady', origin);
    desktop.happen('openFile', SAMPLE);
    await desktop.called('app.tookFile');
    await until(() => shown() === before + 1);
    desktop.happen('secondStart', {
      argv: ['steno', 'sample.mp3'],
      directory: join(projectRoot, 'resources/samples'),
    });
    await until(() => shown() === before + 2);
    desktop.happen('secondStart', { argv: ['steno', pathToFileURL(SAMPLE).href], directory: '/' });
    await until(() => shown() === before + 3);
    expect(openMessages().at(-1)).toEqual({ path: `/t/${data[0]?.id}` });
    expect((await client.listTranscriptions()).data).toHaveLength(data.length);
    expect(desktop.all('dialog.error')).toEqual([]);
  });

  test('quitting closes the window, then stops the service, then ends the program', async () => {
    const closed = desktop.all('window.closed').length;
    expect(await desktop.quit()).toBe(0);
    expect(desktop.all('window.closed')).toHaveLength(closed + 1);
    await expect(fetch(`${origin}/health`)).rejects.toThrow();
  });
});
