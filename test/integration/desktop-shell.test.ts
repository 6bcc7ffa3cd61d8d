import { existsSync } from 'node:fs';
import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFfmpeg } from '../../src/main/media/ffmpeg/find-ffmpeg.ts';
import { storeTranscripts } from '../helpers/corpus/stored-transcripts.ts';
import { type Desktop, startDesktop } from '../helpers/electron/desktop.ts';
import { connect, makeTempFolder } from '../helpers/harness/app.ts';
import { projectRoot, startService } from '../helpers/harness/service-process.ts';
import { shellWord, writeScript } from '../helpers/harness/shell-script.ts';
import { until } from '../helpers/harness/until.ts';

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

test('a PDF is printed by a hidden window that sees nothing but its page', async () => {
  const own = await makeTempFolder();
  const [id = ''] = await storeTranscripts(join(own, 'data'), [
    { title: 'Weather', windows: [['It rains <all> day.']] },
  ]);
  const other = startDesktop({ folder: own });
  await other.called('window.loaded');
  const client = await connect(join(own, 'data'));
  const { file } = await client.exportTranscription(id, { format: 'pdf', paper: 'letter' });
  expect(await file.text()).toBe('%PDF-1.7 of the stand-in');
  expect(other.all('page.printed')).toEqual([
    expect.objectContaining({ pageSize: 'Letter', preferCSSPageSize: true }),
  ]);
  expect(other.all('window.created').at(-1)).toMatchObject({
    show: false,
    webPreferences: { sandbox: true, javascript: false, contextIsolation: true },
  });
  expect(other.all('page.mayLoad')).toMatchObject([
    { url: 'file:///page.html', answer: { cancel: false } },
    { url: 'https://example.com/', answer: { cancel: true } },
  ]);
  const loaded = other.all('window.loadedFile')[0] as { file: string; page: string };
  expect(loaded.page).toContain('It rains &lt;all&gt; day.');
  expect(existsSync(loaded.file)).toBe(false);
  expect(other.all('window.destroyed')).toHaveLength(1);
  await other.quit();
  await rm(own, { recursive: true, force: true });
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

test.each<NodeJS.Signals>(['SIGINT', 'SIGTERM', 'SIGHUP'])(
  'a %s that comes twice quits it in the same order',
  async (signal) => {
    const desktop = startDesktop({ folder });
    await desktop.called('window.loaded');
    desktop.signal(signal);
    desktop.signal(signal);
    expect(await desktop.exited).toBe(0);
    expect(desktop.all('window.closed')).toHaveLength(1);
  },
);

test.runIf(process.platform !== 'win32')(
  'the packaged app uses the ffmpeg and the engine beside its archive',
  async () => {
    const installed = await makeTempFolder();
    const resources = join(installed, 'app', 'resources');
    const bin = join(resources, 'bin', `${process.platform}-${process.arch}`);
    await cp(join(projectRoot, 'resources'), resources, { recursive: true });
    const ffmpeg = await findFfmpeg({ env: process.env });
    const asked = join(installed, 'asked');
    const note = `touch ${shellWord(asked)}`;
    await writeScript(join(bin, 'ffmpeg'), note, `exec ${shellWord(ffmpeg)} "$@"`);

    const env = { STAND_IN_RESOURCES: join(installed, 'app'), STAND_IN_CHOSEN: SAMPLE };
    const app = startDesktop({ folder: installed, env });
    await app.called('window.loaded');
    app.happen('chooseInMenu', 'Add Recordings…');
    await app.called('notification.shown');
    expect(existsSync(asked)).toBe(true);
    expect(await app.quit()).toBe(0);
    await rm(installed, { recursive: true, force: true });
  },
);

describe('with a database that is gone', () => {
  const answer = async (app: Desktop, label: string) => {
    const asked = (await app.called('dialog.asked')) as { buttons: string[] };
    app.happen('answerDialog', asked.buttons.indexOf(label));
    return asked;
  };

  test('the last backup is offered, and the library is as it was then', async () => {
    const lost = await makeTempFolder();
    const dataDir = join(lost, 'data');
    const service = await startService(dataDir);
    await service.client.createKey({ name: 'script' });
    await service.client.createBackup();
    await service.stop();
    await rm(join(dataDir, 'steno.db'));

    const app = startDesktop({ folder: lost });
    expect(await answer(app, 'Go Back to the Backup')).toMatchObject({
      message: 'Steno cannot open its data',
      detail: expect.stringContaining('Nothing was changed in'),
      buttons: ['Go Back to the Backup', 'Show the Folder', 'Quit'],
    });
    await app.called('dialog.asked', (asked) => (asked as { type: string }).type === 'info');
    app.happen('answerDialog', 0);
    await app.called('window.loaded');
    const client = await connect(dataDir);
    expect((await client.listKeys()).data).toMatchObject([{ name: 'script' }]);
    expect(await app.quit()).toBe(0);
    await rm(lost, { recursive: true, force: true });
  });

  test('without a backup the folder can be looked at, and nothing is started', async () => {
    const lost = await makeTempFolder();
    const dataDir = join(lost, 'data');
    const service = await startService(dataDir);
    await service.client.uploadFile(new Blob(['sound']), 'a.mp3');
    await service.stop();
    for (const name of ['steno.db', 'backups']) {
      await rm(join(dataDir, name), { recursive: true, force: true });
    }

    const app = startDesktop({ folder: lost });
    const asked = await answer(app, 'Show the Folder');
    expect(asked).toMatchObject({
      detail: expect.stringContaining('There is no backup of it.'),
      buttons: ['Show the Folder', 'Quit'],
    });
    expect(await app.called('shell.openedPath')).toBe(dataDir);
    await until(() => app.all('dialog.asked').length === 2);
    app.happen('answerDialog', 1);
    expect(await app.exited).toBe(0);
    expect(app.all('window.created')).toEqual([]);
    await rm(lost, { recursive: true, force: true });
  });
});
