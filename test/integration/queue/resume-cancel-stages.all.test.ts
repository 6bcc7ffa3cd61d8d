import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose } from '../../helpers/corpus/recordings.ts';
import { hangingEngine, realEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { fakeEngine } from '../../helpers/engines/fake-engine.ts';
import { childrenOf } from '../../helpers/faults/kill-sweep.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { startService } from '../../helpers/harness/service-process.ts';
import { storedRow } from '../../helpers/harness/stored-rows.ts';
import { until } from '../../helpers/harness/until.ts';
import { type Origin, startOrigin } from '../../helpers/servers/http-origin.ts';

const { bytes } = asFile(compose(loadPool(), clipsIn('en', 80)));
/** Starts, and neither says anything nor listens to a polite request to end; it knows of no graphics cards. */
const DEAF = [
  '-e',
  'if (process.argv.includes("--devices")) process.exit(); process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)',
  '--',
];
const deaf = { file: process.execPath, args: DEAF };
const realFfmpeg = { file: process.env['STENO_FFMPEG'] ?? 'ffmpeg', args: [] };

let origin: Origin;
let dataDir: string;
beforeAll(async () => {
  origin = await startOrigin((request, response) => {
    response.writeHead(200, { 'content-length': bytes.length });
    if (request.url === '/talk.wav') response.end(bytes);
    else response.write(bytes.subarray(0, 1000));
  });
});
afterAll(() => origin.close());
beforeEach(async () => {
  dataDir = join(await makeTempFolder(), 'data');
  return () => rm(dirname(dataDir), { recursive: true, force: true });
});

test.runIf(process.platform === 'linux').each([
  { name: 'a download that hangs', stage: 'fetching', path: '/stuck.wav' },
  { name: 'an ffmpeg that hangs', stage: 'decoding', ffmpeg: deaf },
  { name: 'a model that never loads', stage: 'transcribing', engine: deaf },
  { name: 'a window that is never heard', stage: 'transcribing', engine: hangingEngine, stays: 1 },
  { name: 'labeling', stage: 'labeling', engine: fakeEngine('ok'), stays: 1 },
])('canceling ends $name, and what was started for it', async (at) => {
  const { stage, path = '/talk.wav', ffmpeg = realFfmpeg, engine = realEngine, stays = 0 } = at;
  const service = await startService(dataDir, {
    STENO_ENGINE: await writeProgram(join(dataDir, '..', 'engine.sh'), engine),
    STENO_FFMPEG: await writeProgram(join(dataDir, '..', 'ffmpeg.sh'), ffmpeg),
  });
  const { client, pid } = service;
  const { id } = await client.createTranscription({ url: `${origin.url}${path}` });
  await until(async () => (await client.getTranscription(id)).stage === stage);
  if (stays > 0) await until(() => (storedRow(dataDir, id)?.windows ?? 0) > 0);
  expect((await client.cancelTranscription(id)).error).toMatchObject({ code: 'canceled', stage });
  expect(await readdir(join(dataDir, 'work')).catch(() => [])).toEqual([]);
  // An engine with its model in memory waits for the next recording.
  await until(() => childrenOf(pid).length === stays);
  expect(await service.stop()).toBe(0);
});
