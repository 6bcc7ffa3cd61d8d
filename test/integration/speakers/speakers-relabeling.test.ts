import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '../../../src/main/repositories/database.ts';
import {
  createSpeakerRepository,
  readSpeakers,
} from '../../../src/main/repositories/speakers/speaker.repository.ts';
import type {
  Labels,
  SegmentWords,
} from '../../../src/main/repositories/speakers/speaker-labels.ts';
import {
  createVoiceRepository,
  learnSample,
} from '../../../src/main/repositories/speakers/voice.repository.ts';
import { createEditRepository } from '../../../src/main/repositories/transcripts/edit.repository.ts';
import { readSegments } from '../../../src/main/repositories/transcripts/stored-segments.ts';
import type { Segment } from '../../../src/shared/transcription/transcript.ts';
import { storeTranscript } from '../../helpers/corpus/stored-transcripts.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { openTestDatabase } from '../../helpers/harness/test-database.ts';

let folder: string;
let database: OpenDatabase;
let speakers: ReturnType<typeof createSpeakerRepository>;
let id: string;

beforeAll(async () => {
  folder = await makeTempFolder();
  database = await openTestDatabase(folder);
  speakers = createSpeakerRepository(database.db);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  id = await storeTranscript(database.db, {
    title: 'Talk',
    windows: [['One.', 'Two.', 'Three.', 'Four.', 'Five.']],
    speakers: ['Speaker 1', 'Speaker 2', 'Speaker 2'],
  });
});

/** Every segment is said by the speaker at its place. */
const saidBy =
  (...who: number[]) =>
  (segments: readonly SegmentWords[]): Labels => ({
    method: 'neural',
    model: 'speaker',
    confidence: 1,
    warning: null,
    evidence: null,
    space: 'neural 1 speaker',
    speakers: [...new Set(who)].map(() => ({
      confidence: 1,
      centroid: null,
      name: null,
      voiceId: null,
    })),
    parts: segments.map(({ words }, index) => [{ words, speaker: who[index] ?? 0 }]),
    overlaps: [],
  });

const namesOf = async () =>
  (await readSegments(database.db, id)).map(({ speaker }) => speaker).join(' ');
const NOW = 0;
const rename = (number: number, name: string) =>
  createEditRepository(database.db).rename(id, {
    number,
    name,
    memory: 'live',
    learns: false,
    at: NOW,
  });

test('what others wrote while the structured text was made is part of the next plan', async () => {
  const label = saidBy(0, 1, 1, 1, 0);
  const names = (segments: readonly Segment[]) => segments.map(({ speaker }) => speaker).join(' ');
  const plan = await speakers.planRelabeling(id, label);
  expect(names(plan.segments)).toBe('Speaker 1 Speaker 2 Speaker 2 Speaker 2 Speaker 1');
  await rename(2, 'Bo');
  await expect(speakers.relabel(id, plan, null, NOW)).rejects.toMatchObject({
    code: 'edited_elsewhere',
  });
  await speakers.relabel(id, await speakers.planRelabeling(id, label), null, NOW);
  expect(await namesOf()).toBe('Speaker 1 Bo Bo Bo Speaker 1');
});

test('of two names for one speaker the one that said more stays, with the voice until that is forgotten', async () => {
  const { db } = database;
  const voices = createVoiceRepository(db);
  await rename(1, 'Ana');
  await rename(2, 'Bo');
  const other = await storeTranscript(db, { title: 'Other', windows: [['Six.']] });
  await learnSample(
    db,
    { id: 'voi_bo', memory: 'live', name: 'Bo', at: 0 },
    { transcriptionId: other, speaker: 1 },
    { space: 'neural 1 speaker', centroid: new Float32Array([1]), speechMs: 1 },
  );
  const bo = { voiceId: 'voi_bo' };
  await db.updateTable('speakers').set(bo).where('name', '=', 'Bo').execute();
  await speakers.relabel(id, await speakers.planRelabeling(id, saidBy(0, 0, 0, 0, 0)), null, NOW);
  expect(await namesOf()).toBe('Bo Bo Bo Bo Bo');
  expect(await readSpeakers(db, id)).toMatchObject([{ name: 'Bo', voiceId: 'voi_bo' }]);
  await voices.remove('voi_bo');
  expect(await readSpeakers(db, id)).toMatchObject([{ name: 'Bo', voiceId: null }]);
});

test('of a transcription that is deleted meanwhile nothing comes back', async () => {
  const { db } = database;
  const plan = await speakers.planRelabeling(id, saidBy(0, 1, 0, 1, 0));
  await db.deleteFrom('transcriptions').where('id', '=', id).execute();
  await expect(speakers.relabel(id, plan, null, NOW)).rejects.toMatchObject({ code: 'not_found' });
  expect(await readSegments(db, id)).toEqual([]);
});
