import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadPool } from '../../helpers/corpus/audio.ts';
import {
  asFile,
  clipsIn,
  compose,
  serveRecordings,
  shortBytes,
} from '../../helpers/corpus/recordings.ts';
import {
  hangingEngine,
  realEngine,
  recordingEngine,
  writeProgram,
} from '../../helpers/engines/engine-programs.ts';
import { ends, transcribedWindows } from '../../helpers/engines/recording-engine.ts';
import { finished, makeTempFolder, transcribe } from '../../helpers/harness/app.ts';
import { startService } from '../../helpers/harness/service-process.ts';
import { storedRow } from '../../helpers/harness/stored-rows.ts';
import { until } from '../../helpers/harness/until.ts';
import type { Origin } from '../../helpers/servers/http-origin.ts';

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
  test('loses no finished window and changes no word', async () => {
    const log = join(dataDir, '..', 'heard.log');
    await writeProgram(engine, recordingEngine(log));
    const before = await start();
    const { id } = await before.client.createTranscription({ url: `${origin.url}/long.wav` });
    await until(() => (storedRow(dataDir, id)?.windowsDone ?? 0) >= 2);
    const { progress } = await before.client.getTranscription(id);
    await before.kill();

    const cut = storedRow(dataDir, id);
    if (!cut) throw new Error('The transcription is gone.');
    expect(cut.status).toBe('processing');
    expect(cut.windowsDone).toBeLessThan(cut.windows);
    // What the service sent in its last moment is noted when the engine reads it.
    await until(() => ends(log) === 1);
    const transcribedBefore = transcribedWindows(log).length;

    const after = await start();
    const resumed = await finished(after.client, id);
    expect(resumed.status).toBe('completed');
    expect(progress).toBeLessThan(1);
    expect(transcribedWindows(log).length - transcribedBefore).toBe(cut.windows - cut.windowsDone);

    const whole = await transcribe(after.client, { url: `${origin.url}/long.wav` });
    expect(resumed.result?.segments).toEqual(whole.result?.segments);
    expect(resumed.result?.structured).toEqual(whole.result?.structured);
    expect(resumed.warnings).toEqual(whole.warnings);
    expect(await after.stop()).toBe(0);
  });
});

describe('a clean stop', { timeout }, () => {
  test('queues again what was under way, counts as no crash and exits with 0', async () => {
    await writeProgram(engine, hangingEngine);
    const before = await start();
    const { id } = await before.client.createTranscription({ url: `${origin.url}/short.mp3` });
    await until(async () => (await before.client.getTranscription(id)).stage === 'transcribing');
    expect(await before.stop()).toBe(0);
    // All that was stored is in the database itself.
    expect(existsSync(join(dataDir, 'steno.db-wal'))).toBe(false);
    expect(storedRow(dataDir, id)).toMatchObject({ status: 'queued', crashes: 0 });

    await writeProgram(engine, realEngine);
    const after = await start();
    expect((await finished(after.client, id)).status).toBe('completed');
    await after.stop();
  });
});
