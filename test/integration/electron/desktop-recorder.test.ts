import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../src/shared/client.ts';
import { type Desktop, startDesktop } from '../../helpers/electron/desktop.ts';
import { connect, makeTempFolder } from '../../helpers/harness/app.ts';
import { until } from '../../helpers/harness/until.ts';

let folder: string;
let desktop: Desktop;
let origin: string;
let client: Client;

beforeAll(async () => {
  folder = await makeTempFolder();
  desktop = startDesktop({ folder });
  origin = new URL(String(await desktop.called('window.loaded'))).origin;
  client = await connect(`${folder}/data`);
});
afterAll(async () => {
  await desktop.quit();
  await rm(folder, { recursive: true, force: true });
});

const lastOf = async (name: string, happen: () => void): Promise<unknown> => {
  const before = desktop.all(name).length;
  happen();
  await until(() => desktop.all(name).length > before);
  return desktop.all(name).at(-1);
};

describe('what the recorder of the desktop app reaches', () => {
  test('is the microphone, asked for by its own page alone, and never the camera', async () => {
    const asked = (permission: string, path: string, type = 'audio') =>
      lastOf('page.permission', () =>
        desktop.happen('askPermission', { permission, url: `${origin}${path}`, type }),
      );
    const granted = { checked: true, requested: true };
    const denied = { checked: false, requested: false };
    expect(await asked('media', '/record')).toEqual(granted);
    expect(await asked('display-capture', '/record', 'video')).toEqual(granted);
    expect(await asked('media', '/record', 'video')).toEqual(denied);
    expect(await asked('media', '/t/trs_1')).toEqual(denied);
    expect(await asked('display-capture', '/', 'video')).toEqual(denied);
  });

  test('is what the computer plays, with the picture of the page itself and no list of screens', async () => {
    const given = (securityOrigin: string, parent: unknown = null) =>
      lastOf('page.sound', () => desktop.happen('askForComputerSound', { securityOrigin, parent }));
    expect(await given(origin)).toEqual({ video: { parent: null }, audio: 'loopback' });
    expect(await given('https://example.com')).toBeNull();
    expect(await given(origin, {})).toBeNull();
  });

  test.runIf(process.platform === 'linux')('is asked of the sound server', () => {
    expect(desktop.all('app.switch')).toContainEqual({
      name: 'enable-features',
      value: expect.stringContaining('PulseaudioLoopbackForScreenShare'),
    });
  });
});

describe('while something is recorded', () => {
  const opened = () =>
    desktop
      .all('page.told')
      .map((told) => (told as { message: { path?: string } }).message.path)
      .filter((path) => path !== undefined);

  test('a key, the tray and the menu lead to the recorder, and begin nothing', async () => {
    desktop.happen('pageReady', origin);
    desktop.happen('pressShortcut');
    await until(() => opened().length === 1);
    desktop.happen('chooseInTray', 'Record…');
    await until(() => opened().length === 2);
    desktop.happen('chooseInMenu', 'Record…');
    await until(() => opened().length === 3);
    expect(opened()).toEqual(['/record', '/record', '/record']);
    expect((await client.listRecordings()).data).toEqual([]);
  });

  test('the tray shows it, whoever records, and the computer stays awake', async () => {
    const { id } = await client.openRecording({});
    await desktop.called('tray.says', (text) => text === 'Steno: recording sound');
    expect(desktop.all('tray.shows').at(-1)).toEqual({ drawn: true });
    await desktop.called('awake.started');
    await client.pauseRecording(id);
    await desktop.called('tray.says', (text) => text === 'Steno: recording is paused');
    expect(desktop.all('tray.shows').at(-1)).not.toEqual({ drawn: true });
    await client.resumeRecording(id);
    desktop.happen('closeWindow');
    await desktop.called('window.hidden');
    expect(desktop.all('window.closed')).toEqual([]);
    await client.discardRecording(id);
    await until(() => desktop.all('tray.says').at(-1) === 'Steno');
    expect(desktop.all('tray.shows').at(-1)).not.toEqual({ drawn: true });
  });

  test('captions stand above all other windows', async () => {
    const loaded = (id: string) =>
      desktop.called('window.loaded', (url) => url === `${origin}/captions?of=${id}`);
    const [one, other] = [`rec_${'a'.repeat(22)}`, `rec_${'b'.repeat(22)}`];
    desktop.happen('openCaptions', { origin, id: one });
    expect(await loaded(one)).toBeTruthy();
    // There is one window, which shows the recording that was asked for last.
    desktop.happen('openCaptions', { origin, id: other });
    expect(await loaded(other)).toBeTruthy();
    expect(desktop.all('window.onTop')).toEqual([[true, 'screen-saver']]);
  });

  test('quitting is not held up by it', async () => {
    const { id } = await client.openRecording({});
    await client.putPiece(id, 0, new Uint8Array(32_000));
    expect(await desktop.quit()).toBe(0);
    expect(desktop.all('window.closed')).toHaveLength(1);
  });
});
