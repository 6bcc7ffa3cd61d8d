/** A power cut while a recording with a track per person is transcribed. */
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findFfmpeg } from '../../../src/main/media/ffmpeg/find-ffmpeg.ts';
import { serveRecordings } from '../../helpers/corpus/recordings.ts';
import { type TrackedTalk, trackedTalk } from '../../helpers/corpus/tracks.ts';
import { wordErrorRate } from '../../helpers/corpus/wer.ts';
import { hangingEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { finished, makeTempFolder, startTestApp } from '../../helpers/harness/app.ts';
import { startService } from '../../helpers/harness/service-process.ts';
import { shellWord, writeScript } from '../../helpers/harness/shell-script.ts';
import { until } from '../../helpers/harness/until.ts';

let dataDir: string;
let talk: TrackedTalk;
let origin: Awaited<ReturnType<typeof serveRecordings>>;
beforeAll(async () => {
  dataDir = join(await makeTempFolder(), 'data');
  talk = await trackedTalk();
  origin = await serveRecordings({ '/talk.mkv': talk.bytes });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await origin.close();
  await rm(dirname(dataDir), { recursive: true, force: true });
});

test('its tracks are not read again, and name the speakers all the same', async () => {
  const engine = await writeProgram(join(dataDir, '..', 'engine.sh'), hangingEngine);
  const before = await startService(dataDir, { STENO_ENGINE: engine });
  const { id } = await before.client.createTranscription({
    url: `${origin.url}/talk.mkv`,
    track: 'speakers',
    language: 'en',
    structure: false,
  });
  await until(async () => (await before.client.getTranscription(id)).stage === 'transcribing');
  await before.kill();
  const work = join(dataDir, 'work', id);
  // The playback copy may be under way.
  const kept = (await readdir(work)).filter((name) => name !== 'playback');
  expect(kept.sort()).toEqual(['audio.s16', 'channels.f32', 'media', 'request.json']);

  // What tells of every track that is decoded.
  const told = join(dataDir, '..', 'decoded');
  const real = await findFfmpeg({ env: process.env });
  const ffmpeg = await writeScript(
    join(dataDir, '..', 'ffmpeg.sh'),
    `case "$*" in *'-f s16le pipe:1') touch ${shellWord(told)};; esac`,
    `exec ${shellWord(real)} "$@"`,
  );
  vi.stubEnv('STENO_FFMPEG', ffmpeg);
  const after = await startTestApp({ dataDir });
  const done = await finished(after.client, id);
  expect(existsSync(told)).toBe(false);
  expect(wordErrorRate(talk.text, done.result?.text ?? '')).toBeLessThan(0.15);
  expect(done.result?.speakers.map(({ name }) => name)).toEqual(['Ada Ruiz', 'Bea Lund']);
  await after.stop();
});
