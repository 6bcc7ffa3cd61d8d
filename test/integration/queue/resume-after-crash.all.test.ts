/** A power cut at other moments: while it is fetched, decoded, or again and again at the same recording. */
import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findFfmpeg } from '../../../src/main/media/ffmpeg/find-ffmpeg.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import {
  asFile,
  clipsIn,
  compose,
  serveRecordings,
  shortBytes,
} from '../../helpers/corpus/recordings.ts';
import { hangingEngine, realEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { finished, makeTempFolder } from '../../helpers/harness/app.ts';
import { startService } from '../../helpers/harness/service-process.ts';
import { storedRow } from '../../helpers/harness/stored-rows.ts';
import { until } from '../../helpers/harness/until.ts';
import { type Origin, serveFile, startOrigin } from '../../helpers/servers/http-origin.ts';

/** Nine starts of the service on a machine that has other things to do. */
const timeout = 600_000;
const long = asFile(compose(loadPool(), clipsIn('en', 26)));
let origin: Origin;
let dataDir: string;
let engine: string;

beforeAll(async () => {
  origin = await serveRecordings({ '/long.wav': long.bytes, '/short.mp3': shortBytes() });
});
beforeEach(async () => {
  dataDir = join(await makeTempFolder(), 'data');
  engine = join(dataDir, '..', 'engine.sh');
  return () => rm(dirname(dataDir), { recursive: true, force: true });
});
afterAll(() => origin.close());

const start = () => startService(dataDir, { STENO_ENGINE: engine });

describe('a power cut in the middle of a long recording', { timeout }, () => {
  test('asks only for the rest of what it was downloading', async () => {
    await writeProgram(engine, hangingEngine);
    const file = { bytes: long.bytes, etag: '"one"' };
    const slow = await startOrigin((request, response) => {
      if (slow.requests.length > 1) return serveFile(request, response, file);
      response.writeHead(200, { etag: file.etag, 'content-length': file.bytes.length });
      // The rest never comes.
      response.write(file.bytes.subarray(0, file.bytes.length / 2));
    });
    const before = await start();
    const { id } = await before.client.createTranscription({ url: `${slow.url}/long.wav` });
    const part = join(dataDir, 'work', id, 'media.part');
    await until(() => statSync(part, { throwIfNoEntry: false })?.size);
    await before.kill();
    const after = await start();
    await until(async () => (await after.client.getTranscription(id)).stage === 'transcribing');
    const asked = slow.requests.map(({ headers }) => headers.range);
    expect(asked).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
    await after.client.cancelTranscription(id);
    await after.stop();
    await slow.close();
  });

  test('while it is decoded downloads nothing again', async () => {
    await writeProgram(engine, hangingEngine);
    const slow = join(dataDir, '..', 'ffmpeg.sh');
    // No faster than the recording is transcribed.
    const ffmpeg = { file: await findFfmpeg({ env: process.env }), args: ['-re'] };
    const env = { STENO_ENGINE: engine, STENO_FFMPEG: await writeProgram(slow, ffmpeg) };
    const before = await startService(dataDir, env);
    const earlier = origin.requests.length;
    const { id } = await before.client.createTranscription({ url: `${origin.url}/long.wav` });
    await until(async () => (await before.client.getTranscription(id)).stage === 'decoding');
    await before.kill();
    const after = await start();
    await until(async () => (await after.client.getTranscription(id)).stage === 'transcribing');
    expect(origin.requests.slice(earlier).map(({ path }) => path)).toEqual(['/long.wav']);
    expect(storedRow(dataDir, id)?.crashes).toBe(0);
    await after.client.cancelTranscription(id);
    await after.stop();
  });

  test('ends a recording that was there at three of them, and the others go on', async () => {
    await writeProgram(engine, hangingEngine);
    let service = await start();
    const create = () => service.client.createTranscription({ url: `${origin.url}/short.mp3` });
    const unlucky = await create();
    const bystander = await create();
    const isStuck = async ({ id }: { id: string }) =>
      (await service.client.getTranscription(id)).stage === 'transcribing';
    for (let crash = 1; crash <= 3; crash++) {
      await until(() => isStuck(unlucky));
      // One crash short of the last, each is tried with nothing beside it.
      if (crash < 3) await until(() => isStuck(bystander));
      else await writeProgram(engine, realEngine);
      await service.kill();
      service = await start();
    }
    expect(await service.client.getTranscription(unlucky.id)).toMatchObject({
      status: 'failed',
      points_spent: 0,
      error: { code: 'crashed_repeatedly', retryable: true },
    });
    expect((await finished(service.client, bystander.id)).status).toBe('completed');

    const again = await service.client.retryTranscription(unlucky.id);
    expect((await finished(service.client, again.id)).status).toBe('completed');
    await service.stop();
  });
});

describe('a clean stop', { timeout }, () => {
  test('does not begin what was sent a moment before', async () => {
    await writeProgram(engine, hangingEngine);
    const service = await start();
    const sent = Array.from({ length: 5 }, () =>
      service.client.createTranscription({ url: `${origin.url}/short.mp3` }),
    );
    const first = await Promise.race(sent);
    expect(await service.stop()).toBe(0);
    await Promise.allSettled(sent);
    expect(storedRow(dataDir, first.id)?.status).toBe('queued');
  });
});
