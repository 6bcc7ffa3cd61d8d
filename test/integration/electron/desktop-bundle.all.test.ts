import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desktop, startDesktop } from '../../helpers/electron/desktop.ts';
import { connect, makeTempFolder } from '../../helpers/harness/app.ts';
import { projectRoot } from '../../helpers/harness/service-process.ts';

/** Inside the project, where its packages are found. */
const built = join(projectRoot, 'out', `bundle-${process.pid}`);

let folder: string;
let desktop: Desktop;

beforeAll(async () => {
  const vite = join(projectRoot, 'node_modules/electron-vite/bin/electron-vite.js');
  const args = [vite, 'build', '--logLevel', 'warn', '--outDir', built];
  await promisify(execFile)(process.execPath, args, { cwd: projectRoot });
  folder = await makeTempFolder();
  desktop = startDesktop({
    folder,
    entry: join(built, 'main/index.js'),
    env: {
      STENO_RESOURCES: join(projectRoot, 'resources'),
      STAND_IN_CHOSEN: join(projectRoot, 'resources/samples/sample.mp3'),
    },
  });
});
afterAll(async () => {
  await desktop.quit();
  await rm(folder, { recursive: true, force: true });
  await rm(built, { recursive: true, force: true });
});

test('the bundled app finds its own programs, and does the whole main job with them', async () => {
  await desktop.called('window.loaded');
  desktop.happen('chooseInMenu', 'Add Recordings…');
  await desktop.called('notification.shown');
  const client = await connect(join(folder, 'data'));
  const [transcription] = (await client.listTranscriptions()).data;
  const { result } = await client.getTranscription(transcription?.id ?? '');
  expect(result?.diarization.method).toBe('neural');
  expect(result?.structured?.summary.sentences.length).toBeGreaterThan(0);
});
