/** Whatever happens while a transcription is continued, nothing that was heard is lost or heard twice. */
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { structureTranscript } from '../../../src/main/structure/structure-transcript.ts';
import type { Client } from '../../../src/shared/client.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import {
  quickEngine,
  recordingEngine,
  writeProgram,
} from '../../helpers/engines/engine-programs.ts';
import { transcribedWindows } from '../../helpers/engines/recording-engine.ts';
import { finished, makeTempFolder, startTestApp, transcribe } from '../../helpers/harness/app.ts';
import { childHere } from '../../helpers/harness/child-here.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';
import { startService } from '../../helpers/harness/service-process.ts';
import { storedRow } from '../../helpers/harness/stored-rows.ts';
import { runSql } from '../../helpers/harness/test-database.ts';
import { until } from '../../helpers/harness/until.ts';
import type { Origin } from '../../helpers/servers/http-origin.ts';

/** Several starts of the service on a machine that has other things to do. */
const timeout = 600_000;
const DAY_MS = 86_400_000;
let origin: Origin;
let dataDir: string;

beforeAll(async () => {
  origin = await serveRecordings({
    '/long.wav': asFile(compose(loadPool(), clipsIn('en', 40))).bytes,
    '/short.wav': asFile(compose(loadPool(), clipsIn('en', 3))).bytes,
  });
});
beforeEach(async () => {
  dataDir = join(await makeTempFolder(), 'data');
  return () => rm(dirname(dataDir), { recursive: true, force: true });
});
afterAll(() => origin.close());

const windowsDone = (id: string) => storedRow(dataDir, id)?.windowsDone ?? 0;

/** Canceled once so many windows are done and its recording can be played. */
async function cancelAt(client: Client, id: string, windows: number): Promise<void> {
  await until(async () => {
    const { partial } = await client.getTranscription(id, { partial: true });
    return windowsDone(id) >= windows && partial?.media;
  });
  await client.cancelTranscription(id);
}

test('killed in the middle, it ends with the text of one that nobody stopped', {
  timeout,
}, async () => {
  const log = join(dataDir, '..', 'heard.log');
  const engine = await writeProgram(join(dataDir, '..', 'engine.sh'), recordingEngine(log));
  const env = { STENO_ENGINE: engine, STENO_LANES: '1', STENO_THREADS: '1' };
  const before = await startService(dataDir, env);
  const { id } = await before.client.createTranscription({ url: `${origin.url}/long.wav` });
  await cancelAt(before.client, id, 2);
  const made = await before.client.continueTranscription(id);
  const kept = windowsDone(made.id);
  expect(kept).toBe(windowsDone(id));
  await until(() => windowsDone(made.id) > kept);
  await before.kill();
  expect(storedRow(dataDir, made.id)?.status).toBe('processing');

  const after = await startService(dataDir, env);
  const done = await finished(after.client, made.id);
  const heard = transcribedWindows(log).length;
  const whole = await transcribe(after.client, { url: `${origin.url}/long.wav` });
  const all = transcribedWindows(log).length - heard;
  expect(done.result?.segments).toEqual(whole.result?.segments);
  expect(done.warnings).toEqual(whole.warnings);
  // Those under way when it was canceled and when it was killed are heard again, and no others.
  expect(heard).toBeLessThanOrEqual(all + 2);
  expect(await after.stop()).toBe(0);
});

test('failed after its text was whole, it goes on with what follows the text', {
  timeout,
}, async () => {
  const engineFile = await writeProgram(join(dataDir, '..', 'engine'), quickEngine);
  let broken = true;
  const app = await startTestApp(
    { dataDir, engineFile },
    {
      tasks: {
        ...ONE_VOICE,
        structure: childHere(async (input) => {
          if (broken) throw new Error('broken');
          return JSON.stringify(structureTranscript(input));
        }),
      },
    },
  );
  const failed = await transcribe(app.client, { url: `${origin.url}/short.wav` });
  expect(failed).toMatchObject({ status: 'failed', error: { stage: 'structuring' } });
  expect(failed.text_until).toBeGreaterThan(0);
  const { partial } = await app.client.getTranscription(failed.id, { partial: true });
  expect(partial?.media).not.toBeNull();
  expect((await app.client.getWaveform(failed.id)).length).toBeGreaterThan(0);
  broken = false;
  const { id } = await app.client.continueTranscription(failed.id);
  // Deleted meanwhile, the other one takes nothing with it.
  await app.client.deleteTranscription(failed.id);
  const done = await finished(app.client, id);
  expect(done.result?.text).toBe(partial?.text);
  expect(done.result?.structured).not.toBeNull();
  await app.stop();
});

test('what was kept to be played goes with the days of recordings, and the text stays', {
  timeout,
}, async () => {
  const engineFile = await writeProgram(
    join(dataDir, '..', 'engine'),
    recordingEngine(join(dataDir, '..', 'log')),
  );
  const settings = { dataDir, engineFile, lanes: 1, threads: 1 };
  let app = await startTestApp(settings, { tasks: ONE_VOICE });
  const { id } = await app.client.createTranscription({ url: `${origin.url}/long.wav` });
  await cancelAt(app.client, id, 1);
  const kept = () => readdir(join(dataDir, 'recordings'));
  expect(await kept()).toEqual([id]);
  expect((await app.client.getStorage()).recordings_bytes).toBeGreaterThan(1_000_000);
  await app.client.trashTranscription(id);
  expect((await app.client.getStorage()).trash_bytes).toBeGreaterThan(1_000_000);
  await app.client.restoreTranscription(id);
  await app.client.updateSettings({ keep_recordings_days: 30 });
  await app.stop();
  const sql = 'UPDATE transcriptions SET completed_at = completed_at - ? WHERE id = ?';
  await runSql(dataDir, sql, 31 * DAY_MS, id);
  app = await startTestApp(settings, { tasks: ONE_VOICE });
  await until(async () => (await kept()).length === 0);
  const { partial, text_until } = await app.client.getTranscription(id, { partial: true });
  expect([partial?.media, partial?.until]).toEqual([null, text_until]);
  expect(partial?.segments).not.toEqual([]);
  // It is fetched again, and what was heard of it is not heard again.
  const made = await app.client.continueTranscription(id);
  expect((await finished(app.client, made.id)).result?.text.startsWith(partial?.text ?? '-')).toBe(
    true,
  );
  await app.stop();
});
