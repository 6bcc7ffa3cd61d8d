/** The service alone is killed: what it had started notices by itself, and nothing of it is left running. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findFfmpeg } from '../../../src/main/media/ffmpeg/find-ffmpeg.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose } from '../../helpers/corpus/recordings.ts';
import { hangingEngine, realEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { fakeEngine } from '../../helpers/engines/fake-engine.ts';
import { childrenOf } from '../../helpers/faults/kill-sweep.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { startService } from '../../helpers/harness/service-process.ts';
import { until } from '../../helpers/harness/until.ts';
import { type Origin, startOrigin } from '../../helpers/servers/http-origin.ts';
import { page } from '../../helpers/servers/video-pages.ts';

const { bytes } = asFile(compose(loadPool(), clipsIn('en', 80)));
let origin: Origin;
let dataDir: string;
/** No faster than the recording is transcribed. */
let patientFfmpeg: { file: string; args: string[] };

beforeAll(async () => {
  patientFfmpeg = { file: await findFfmpeg({ env: process.env }), args: ['-re'] };
  origin = await startOrigin((request, response) => {
    if (request.url === '/talk.wav') return response.end(bytes);
    if (request.url === '/page') return response.end(page('x', '<video src="stuck.mp3"></video>'));
    response.writeHead(200, { 'content-length': bytes.length });
    return response.write(bytes.subarray(0, 1000));
  });
});
afterAll(() => origin.close());
beforeEach(async () => {
  dataDir = join(await makeTempFolder(), 'data');
  return () => rm(dirname(dataDir), { recursive: true, force: true });
});

const isOver = (pid: number) => !existsSync(`/proc/${pid}`);

test.runIf(process.platform === 'linux').each([
  { name: 'yt-dlp', stage: 'fetching', path: '/page' },
  { name: 'ffmpeg', stage: 'decoding', path: '/talk.wav', isPatient: true },
  { name: 'an engine', stage: 'transcribing', path: '/talk.wav', engine: hangingEngine },
  { name: 'labeling', stage: 'labeling', path: '/talk.wav', engine: fakeEngine('ok') },
])('$name does not outlive it', async ({ stage, path, isPatient, engine = realEngine }) => {
  const service = await startService(dataDir, {
    STENO_ENGINE: await writeProgram(join(dataDir, '..', 'engine.sh'), engine),
    ...(isPatient && {
      STENO_FFMPEG: await writeProgram(join(dataDir, '..', 'ffmpeg.sh'), patientFfmpeg),
    }),
  });
  const { id } = await service.client.createTranscription({ url: origin.url + path });
  await until(async () => (await service.client.getTranscription(id)).stage === stage);
  const hasAll = stage === 'labeling' ? 2 : 1;
  const children = await until(() => {
    const found = childrenOf(service.pid);
    return found.length >= hasAll ? found : null;
  });
  if (path === '/page') {
    await until(() => origin.requests.some((request) => request.path === '/stuck.mp3'));
  }
  await service.kill();
  await expect.poll(() => children.every(isOver)).toBe(true);
});
