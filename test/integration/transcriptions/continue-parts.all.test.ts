/** Ten windows that no engine survives, and the service killed in between: in the end the text is whole. */
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Client } from '../../../src/shared/client.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { writeProgram } from '../../helpers/engines/engine-programs.ts';
import { poison, poisonedEngine, windowsGiven } from '../../helpers/engines/fake-engine.ts';
import { finished, makeTempFolder, transcribe } from '../../helpers/harness/app.ts';
import { runSteno, startService } from '../../helpers/harness/service-process.ts';
import { runSql } from '../../helpers/harness/test-database.ts';
import { until } from '../../helpers/harness/until.ts';

const POISONED = 10;

test('ten parts that every engine dies of are left out, seen, and transcribed again', {
  timeout: 600_000,
}, async () => {
  const dataDir = join(await makeTempFolder(), 'data');
  const log = join(dirname(dataDir), 'windows');
  const engine = await writeProgram(join(dirname(dataDir), 'engine'), poisonedEngine(log));
  const env = { STENO_ENGINE: engine, STENO_LANES: '1', STENO_THREADS: '1' };
  const { bytes } = asFile(compose(loadPool(), [...clipsIn('en', 160), ...clipsIn('de', 28)]));
  const origin = await serveRecordings({ '/long.wav': bytes });
  const asked = { url: `${origin.url}/long.wav`, language: 'en', speakers_expected: 1 };
  let service = await startService(dataDir, env);
  const restart = async () => {
    await service.kill();
    service = await startService(dataDir, env);
  };
  const count = async (id: string, what: 'failed' | 'done') => {
    const sql = `SELECT COUNT(*) AS count FROM windows WHERE transcription_id = ? AND ${what} = 1`;
    return Number((await runSql(dataDir, sql, id))[0]?.['count']);
  };

  const whole = await transcribe(service.client, asked);
  const windows = [...new Set(windowsGiven(log))];
  expect(windows.length).toBeGreaterThan(2 * POISONED);
  poison(log, windows.filter((_, at) => at % 2 === 1).slice(0, POISONED));

  const { id } = await service.client.createTranscription(asked);
  await until(async () => (await count(id, 'failed')) >= 3);
  await restart();
  const lacking = await finished(service.client, id);
  expect(lacking).toMatchObject({ status: 'completed', result: {} });
  expect(lacking.result?.failed_parts).toHaveLength(POISONED);
  expect(lacking.warnings.map(({ code }) => code)).toContain('part_failed');
  const listed = await runSteno(['queue', 'failed', '--data', dataDir]);
  expect(listed.stdout).toMatch(
    new RegExp(`${id} +long +\\d.* and 5 more +The transcription engine`),
  );

  // Nine tenths are made out this time, and the service is killed meanwhile.
  poison(log, windows.slice(1, 2));
  const kept = await count(id, 'done');
  const made = await service.client.continueTranscription(id);
  await until(async () => (await count(made.id, 'done')) > kept - POISONED + 3);
  await restart();
  const better = await finished(service.client, made.id);
  expect(better.result?.failed_parts).toEqual(lacking.result?.failed_parts.slice(0, 1));

  poison(log, []);
  const retried = await runSteno(['queue', 'retry', '--all', '--quiet', '--data', dataDir]);
  expect(retried.code).toBe(0);
  const done = await newest(service.client, id);
  expect(retried.stdout).toContain(done.result?.text.slice(0, 40));
  for (const part of ['segments', 'structured', 'coverage', 'suppressed'] as const) {
    expect(done.result?.[part]).toEqual(whole.result?.[part]);
  }
  expect(done.warnings).toEqual(whole.warnings);
  expect((await service.client.listFailed()).data).toEqual([]);
  expect(await service.stop()).toBe(0);
  await origin.close();
  await rm(dirname(dataDir), { recursive: true });
});

/** The newest version of a recording. */
async function newest(client: Client, recordingId: string) {
  const { data } = await client.listTranscriptions({ recording_id: recordingId });
  return client.getTranscription(data[0]?.id ?? '');
}
