/** What the system refuses to this user is named, and not taken for something that went wrong inside Steno. */
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { runSteno } from '../../helpers/harness/service-process.ts';

/** Administrators may do everything, and Windows knows no such modes. */
const mayEverything = process.getuid === undefined || process.getuid() === 0;

let folder: string;
let app: TestApp;
/** A file that nobody may read, and folders that nobody may look into or write into. */
let [closedFile, closedFolder, readOnly] = ['', '', ''];

beforeAll(async () => {
  folder = await makeTempFolder();
  app = await startTestApp();
  closedFile = join(folder, 'talk.mp3');
  closedFolder = join(folder, 'closed');
  readOnly = join(folder, 'read only');
  await writeFile(closedFile, 'sound', { mode: 0o000 });
  await mkdir(closedFolder, { mode: 0o000 });
  await mkdir(readOnly, { mode: 0o500 });
});
afterAll(async () => {
  await app.stop();
  await chmod(closedFolder, 0o700);
  await rm(folder, { recursive: true, force: true });
});

const no = (path: string) => `You do not have permission to use ${path}.\n`;

describe.skipIf(mayEverything)('without permission', () => {
  test.each(['transcribe', 'quote'])(
    'steno %s: a recording, or a folder of some',
    async (command) => {
      const below = join(closedFolder, 'talk.mp3');
      for (const path of [closedFile, closedFolder, below]) {
        const { code, stderr } = await runSteno([command, path, '--data', app.dataDir]);
        expect(code).toBe(1);
        expect(stderr).toBe(`${path}: ${no(path)}`);
      }
    },
  );

  test.each([
    ['speakers', () => [closedFile]],
    ['models', () => ['add', closedFile]],
    ['import', () => ['https://example.com/talk.mp3', closedFile]],
  ])('steno %s: a file', async (command, args) => {
    const { code, stderr } = await runSteno([command, ...args(), '--data', app.dataDir]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: `steno: ${no(closedFile)}` });
  });

  test.each(['keys list', 'sign-in', 'transcribe talk.mp3'])(
    "steno %s: another user's data folder",
    async (command) => {
      const args = [...command.split(' '), '--data', closedFolder];
      const { code, stderr } = await runSteno(args);
      expect(code).toBe(3);
      expect(stderr).toBe(
        `steno: You do not have permission to use the data folder ${closedFolder}. Choose another with --data.\n`,
      );
    },
  );

  test('steno doctor: a data folder that is hidden, or cannot be made', async () => {
    for (const path of [join(closedFolder, 'data'), join(readOnly, 'data')]) {
      const { code, stdout } = await runSteno(['doctor', '--data', path]);
      expect(code).toBe(1);
      expect(stdout).toContain(`✗ Data folder  The data folder ${path} cannot be written.`);
    }
  });
});
