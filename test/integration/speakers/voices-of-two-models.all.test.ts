import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newVoiceId } from '../../../src/main/core/ids.ts';
import type { OpenDatabase } from '../../../src/main/repositories/database.ts';
import { createTranscriptionRepository } from '../../../src/main/repositories/jobs/transcription.repository.ts';
import { EVERYTHING } from '../../../src/main/repositories/row-visibility.ts';
import type { VoiceSample } from '../../../src/main/repositories/speakers/voice.repository.ts';
import {
  forgetSample,
  learnSample,
  type VoiceOrigin,
} from '../../../src/main/repositories/speakers/voice.repository.ts';
import { createVoiceService, type VoiceService } from '../../../src/main/services/voice.service.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';
import { newJob } from '../../helpers/harness/new-job.ts';
import { openTestDatabase } from '../../helpers/harness/test-database.ts';

let folder: string;
let database: OpenDatabase;
let voices: VoiceService;

beforeEach(async () => {
  folder = await makeTempFolder();
  database = await openTestDatabase(folder);
  voices = createVoiceService({ db: database.db, clock: createFakeClock() });
  await learn('Anna', await origin(1), SMALL);
  await learn('Anna', await origin(2), LARGE);
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** A speaker of a recording of its own. */
async function origin(speaker: number) {
  const job = newJob({ id: `trs_${speaker}` });
  const transcriptions = createTranscriptionRepository(database.db);
  if (!(await transcriptions.find(job.id, EVERYTHING)))
    await transcriptions.insert(job, { idempotency: null, reuse: null });
  return { transcriptionId: job.id, speaker };
}

/** How two models embed the same person. */
const SMALL = { space: 'neural 2 small', centroid: new Float32Array([1, 0]), speechMs: 4000 };
const LARGE = { space: 'neural 2 large', centroid: new Float32Array([0, 1]), speechMs: 9000 };

const learn = (name: string, from: VoiceOrigin, sample: VoiceSample) =>
  learnSample(database.db, { id: newVoiceId(), memory: 'live', name, at: 0 }, from, sample);
const known = async () =>
  (await voices.list(EVERYTHING)).data.map(({ name, speech_seconds: seconds }) => [name, seconds]);
const recognizedAs = async ({ space, centroid }: typeof SMALL) =>
  (await voices.recognize('live', space, [centroid])).get(0)?.name;

test('someone whom two models know is one voice, recognized by either', async () => {
  expect(await known()).toEqual([['Anna', 13]]);
  expect([await recognizedAs(SMALL), await recognizedAs(LARGE)]).toEqual(['Anna', 'Anna']);
});

test('an embedding of one model says nothing in the space of the other', async () => {
  expect(await recognizedAs({ ...SMALL, centroid: LARGE.centroid })).toBeUndefined();
});

test('renaming and forgetting is for both', async () => {
  const [anna] = (await voices.list(EVERYTHING)).data;
  await voices.rename(anna?.id ?? '', 'Ann', EVERYTHING);
  expect([await recognizedAs(SMALL), await recognizedAs(LARGE)]).toEqual(['Ann', 'Ann']);
  await voices.forget(anna?.id ?? '', EVERYTHING);
  expect(await known()).toEqual([]);
  expect([await recognizedAs(SMALL), await recognizedAs(LARGE)]).toEqual([undefined, undefined]);
});

test('no two people have one name, whichever model knows them', async () => {
  await learn('Bo', await origin(3), {
    ...SMALL,
    centroid: new Float32Array([-1, 0]),
  });
  const [anna, bo] = (await voices.list(EVERYTHING)).data;
  await expect(voices.rename(bo?.id ?? '', 'Anna', EVERYTHING)).rejects.toMatchObject({
    code: 'wrong_state',
  });
  expect(await known()).toEqual([
    ['Anna', 13],
    ['Bo', 4],
  ]);
  expect(anna?.id).not.toBe(bo?.id);
});

test('a name that was wrong takes back the samples under it, and no more', async () => {
  await forgetSample(database.db, 'live', await origin(1));
  expect(await known()).toEqual([['Anna', 9]]);
  expect([await recognizedAs(SMALL), await recognizedAs(LARGE)]).toEqual([undefined, 'Anna']);
  await forgetSample(database.db, 'live', await origin(2));
  expect(await known()).toEqual([]);
});
