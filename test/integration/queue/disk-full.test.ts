import { existsSync, readdirSync, statSync } from 'node:fs';
import { chmod, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findFfmpeg } from '../../../src/main/media/ffmpeg/find-ffmpeg.ts';
import { startNodeTask } from '../../../src/main/tasks/node-task.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { finished, makeTempFolder, startTestApp, transcribe } from '../../helpers/harness/app.ts';
import { startService } from '../../helpers/harness/service-process.ts';
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
    const { bytes } = asFile(compose(loadPool(), clipsIn('en', 24)));
    const short = asFile(compose(loadPool(), clipsIn('en', 6))).bytes;
    origin = await serveRecordings({ '/talk.wav': bytes, '/short.wav': short });
  });
  afterAll(() => origin.close());
  beforeEach(async () => {
    small = await makeDisk(DISK_MB);
    disk = small.path;
    return small.remove;
  });

  test('fails a transcription before it downloads, and works again with room', async () => {
    const service = await startService(disk);
    small.fill(100);
    const { id } = await service.client.createTranscription({ url: `${origin.url}/short.wav` });
    expect(await finished(service.client, id)).toMatchObject({
      status: 'failed',
      error: { code: 'disk_full', stage: 'fetching', retryable: true },
    });
    await small.makeRoom();
    const again = await service.client.retryTranscription(id);
    expect((await finished(service.client, again.id)).status).toBe('completed');
    await service.stop();
  });

  test('fails one that is being transcribed, says so, and leaves the service well', async () => {
    const service = await startService(disk, { STENO_LANES: '1', STENO_THREADS: '1' });
    const { id } = await service.client.createTranscription({ url: `${origin.url}/talk.wav` });
    await until(() => (storedRow(disk, id)?.windowsDone ?? 0) > 0);
    small.fill(0);
    const failed = await finished(service.client, id);
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'disk_full' } });
    await small.makeRoom();
    const again = await service.client.retryTranscription(id);
    expect((await finished(service.client, again.id)).status).toBe('completed');
    await service.stop();
  });

  test('fails one that is being downloaded', async () => {
    const { bytes } = asFile(compose(loadPool(), clipsIn('en', 24)));
    const half = Promise.withResolvers<void>();
    const slow = await startOrigin((_request, response) => {
      response.writeHead(200, { 'content-length': bytes.length });
      response.write(bytes.subarray(0, bytes.length / 2));
      void half.promise.then(() => response.end(bytes.subarray(bytes.length / 2)));
    });
    const service = await startService(disk);
    const { id } = await service.client.createTranscription({ url: `${slow.url}/talk.wav` });
    // What has come so far gives the room in which the failure is stored.
    await until(() => sizeOf(join(disk, 'work', id)) > MB);
    small.fill(0);
    half.resolve();
    expect(await finished(service.client, id)).toMatchObject({
      status: 'failed',
      error: { code: 'disk_full', stage: 'fetching' },
    });
    await service.stop();
    await slow.close();
  });

  test('fails one that is being decoded', async () => {
    const folder = await makeTempFolder();
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const ffmpeg = join(folder, 'ffmpeg.sh');
    const real = await findFfmpeg({ env: process.env });
    const filling = `dd if=/dev/zero 'of=${small.filler}' bs=64k 2>/dev/null`;
    await writeFile(
      ffmpeg,
      `#!/bin/sh\ncase "$*" in *pipe:1) ${filling};; esac\nexec '${real}' "$@"\n`,
    );
    await chmod(ffmpeg, 0o755);
    const service = await startService(disk, { STENO_FFMPEG: ffmpeg });
    const { id } = await service.client.createTranscription({ url: `${origin.url}/talk.wav` });
    expect(await finished(service.client, id)).toMatchObject({
      status: 'failed',
      error: { code: 'disk_full', stage: 'decoding' },
    });
    await service.stop();
  });

  test.each<[stage: string, parts: Parameters<typeof startTestApp>[1]]>([
    ['labeling', { tasks: { label: () => filling(() => startNodeTask('label')) } }],
    ['structuring', { tasks: { structure: () => filling(() => startNodeTask('structure')) } }],
  ])('fails one that is at %s, and leaves nothing of it in the way', async (stage, parts) => {
    const app = await startTestApp({ dataDir: disk }, parts);
    const failed = await transcribe(app.client, { url: `${origin.url}/short.wav` });
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'disk_full', stage } });
    expect(await readdir(join(disk, 'work'))).toEqual([]);
    await app.stop();
  });
});
