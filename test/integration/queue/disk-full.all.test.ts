import { existsSync, readdirSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { startNodeTask } from '../../../src/main/child-tasks/node-task.ts';
import { findFfmpeg } from '../../../src/main/media/ffmpeg/find-ffmpeg.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import {
  asFile,
  clipsIn,
  compose,
  serveRecordings,
  shortBytes,
} from '../../helpers/corpus/recordings.ts';
import { quickEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { finished, makeTempFolder, startTestApp, transcribe } from '../../helpers/harness/app.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';
import { shellWord, writeScript } from '../../helpers/harness/shell-script.ts';
import { canMakeDisk, makeDisk, type SmallDisk } from '../../helpers/harness/small-disk.ts';
import { storedRow } from '../../helpers/harness/stored-rows.ts';
import { until } from '../../helpers/harness/until.ts';
import { type Origin, startOrigin } from '../../helpers/servers/http-origin.ts';

/** Three transcriptions on a machine that has other things to do. */
const timeout = 600_000;
/** What has to stay free, and a little for the recording. */
const DISK_MB = 260;
const MB = 1 << 20;
let origin: Origin;
let small: SmallDisk;
let disk: string;
let folder: string;
/** For recordings of which it does not count what is said. */
let engineFile: string;

/** Of all files in a folder, in bytes; 0 while there is no folder. */
function sizeOf(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

/** A process before whose start the disk becomes full. */
function filling<Started>(start: () => Started): Started {
  small.fill(0);
  return start();
}

describe.runIf(canMakeDisk)('a full disk', { timeout }, () => {
  beforeAll(async () => {
    folder = await makeTempFolder();
    engineFile = await writeProgram(join(folder, 'engine'), quickEngine);
    const { bytes } = asFile(compose(loadPool(), clipsIn('en', 18)));
    origin = await serveRecordings({ '/talk.wav': bytes, '/short.mp3': shortBytes() });
  });
  afterAll(async () => {
    await origin.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    small = await makeDisk(DISK_MB);
    disk = small.path;
    return small.remove;
  });

  test('fails a transcription before it downloads, and works again with room', async () => {
    const app = await startTestApp({ dataDir: disk, engineFile }, { tasks: ONE_VOICE });
    small.fill(100);
    const { id } = await app.client.createTranscription({ url: `${origin.url}/short.mp3` });
    expect(await finished(app.client, id)).toMatchObject({
      status: 'failed',
      error: { code: 'disk_full', stage: 'fetching', retryable: true },
    });
    await small.makeRoom();
    const again = await app.client.retryTranscription(id);
    expect((await finished(app.client, again.id)).status).toBe('completed');
    await app.stop();
  });

  test('fails one that is being transcribed, says so, and leaves the service well', async () => {
    const app = await startTestApp({ dataDir: disk, lanes: 1, threads: 1 }, { tasks: ONE_VOICE });
    const { id } = await app.client.createTranscription({ url: `${origin.url}/talk.wav` });
    await until(() => (storedRow(disk, id)?.windowsDone ?? 0) > 0);
    small.fill(0);
    const failed = await finished(app.client, id);
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'disk_full' } });
    await small.makeRoom();
    const again = await app.client.retryTranscription(id);
    expect((await finished(app.client, again.id)).status).toBe('completed');
    await app.stop();
  });

  test('fails one that is being downloaded', async () => {
    const bytes = Buffer.alloc(3 * MB);
    const half = Promise.withResolvers<void>();
    const slow = await startOrigin((_request, response) => {
      response.writeHead(200, { 'content-length': bytes.length });
      response.write(bytes.subarray(0, bytes.length / 2));
      void half.promise.then(() => response.end(bytes.subarray(bytes.length / 2)));
    });
    const app = await startTestApp({ dataDir: disk, engineFile }, { tasks: ONE_VOICE });
    const { id } = await app.client.createTranscription({ url: `${slow.url}/talk.wav` });
    // What has come so far gives the room in which the failure is stored.
    await until(() => sizeOf(join(disk, 'work', id)) > MB);
    small.fill(0);
    half.resolve();
    expect(await finished(app.client, id)).toMatchObject({
      status: 'failed',
      error: { code: 'disk_full', stage: 'fetching' },
    });
    await app.stop();
    await slow.close();
  });

  test('fails one that is being decoded', async () => {
    const real = await findFfmpeg({ env: process.env });
    const filling = `dd if=/dev/zero ${shellWord(`of=${small.filler}`)} bs=64k 2>/dev/null`;
    const ffmpeg = await writeScript(
      join(folder, 'ffmpeg.sh'),
      `case "$*" in *pipe:1) ${filling};; esac`,
      `exec ${shellWord(real)} "$@"`,
    );
    vi.stubEnv('STENO_FFMPEG', ffmpeg);
    onTestFinished(() => void vi.unstubAllEnvs());
    const app = await startTestApp({ dataDir: disk, engineFile }, { tasks: ONE_VOICE });
    const { id } = await app.client.createTranscription({ url: `${origin.url}/short.mp3` });
    expect(await finished(app.client, id)).toMatchObject({
      status: 'failed',
      error: { code: 'disk_full', stage: 'decoding' },
    });
    await app.stop();
  });

  test.each<[stage: string, parts: Parameters<typeof startTestApp>[1]]>([
    ['labeling', { tasks: { label: () => filling(() => startNodeTask('label')) } }],
    [
      'structuring',
      { tasks: { ...ONE_VOICE, structure: () => filling(() => startNodeTask('structure')) } },
    ],
  ])('fails one that is at %s, and leaves nothing of it in the way', async (stage, parts) => {
    const app = await startTestApp({ dataDir: disk, engineFile }, parts);
    const failed = await transcribe(app.client, { url: `${origin.url}/short.mp3` });
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'disk_full', stage } });
    expect(await readdir(join(disk, 'work'))).toEqual([]);
    await app.stop();
  });
});
