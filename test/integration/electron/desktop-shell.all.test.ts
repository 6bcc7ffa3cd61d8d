/** How the desktop app starts and ends: hidden, twice, by a signal, as a package, with its database lost. */
import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFfmpeg } from '../../../src/main/media/ffmpeg/find-ffmpeg.ts';
import { type Desktop, startDesktop } from '../../helpers/electron/desktop.ts';
import { connect, makeTempFolder } from '../../helpers/harness/app.ts';
import { projectRoot, startService } from '../../helpers/harness/service-process.ts';
import { shellWord, writeScript } from '../../helpers/harness/shell-script.ts';
import { until } from '../../helpers/harness/until.ts';

const SAMPLE = join(projectRoot, 'resources/samples/sample.mp3');

let folder: string;

beforeAll(async () => {
  folder = await makeTempFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

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
