/**
 * Where several talk at once, all are named. The turn model is made by hand: it detects tones under the voices, so
 * that it is known what it says; everything else is real.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeTasks } from '../../../src/main/child-tasks/node-task.ts';
import { createLogger } from '../../../src/main/core/logger.ts';
import { findSpeech } from '../../../src/main/engine/speech/find-speech.ts';
import type { Labeler } from '../../../src/main/speakers/labeling.ts';
import { createLabelSpeakers } from '../../../src/main/speakers/labeling-methods.ts';
import { findOverlaps } from '../../../src/main/speakers/overlaps/find-overlaps.ts';
import { packEvidence, unpackEvidence } from '../../../src/main/speakers/stored-embeddings.ts';
import { downloadText } from '../../../src/shared/client.ts';
import { bytesOfS16, loadPool, SAMPLES_PER_MS, wavFile } from '../../helpers/corpus/audio.ts';
import { composeDialogue, type Dialogue } from '../../helpers/corpus/dialogues.ts';
import { scoreTurns } from '../../helpers/corpus/diarization-score.ts';
import { poolVoices } from '../../helpers/corpus/pool-voices.ts';
import { quickEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { layTones, randomTurnModel, tonesModel } from '../../helpers/engines/turn-model.ts';
import {
  IN_PROCESSES,
  makeTempFolder,
  startTestApp,
  type TestApp,
  transcribe,
} from '../../helpers/harness/app.ts';
import { labelHere } from '../../helpers/harness/label-here.ts';

const model = join(import.meta.dirname, '../../../resources/models/speaker.onnx');
const { signal } = new AbortController();
const VOICES = ['en-us+m3', 'en-gb-x-rp+f3'];
let folder: string;
let tones: string;
/** Two people who often talk at once, with the tones of the turn model under their voices. */
let talk: Dialogue;
/** Its beginning, where it only counts that they do. */
let part: Int16Array;

beforeAll(async () => {
  folder = await makeTempFolder();
  tones = join(folder, 'tones.onnx');
  await writeFile(tones, tonesModel());
  const all = poolVoices(loadPool());
  const voices = VOICES.flatMap((name) => all.find((voice) => voice.name === name) ?? []);
  talk = composeDialogue({ voices, durationMs: 40_000, seed: 21, gapMs: [-2000, 300] });
  layTones(talk, VOICES);
  part = talk.samples.slice(0, 20_000 * SAMPLES_PER_MS);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function label(samples: Int16Array, turnModel: string | null, labeler: Labeler = labelHere) {
  const path = join(folder, 'audio.s16');
  await writeFile(path, bytesOfS16(samples));
  const { regions } = await findSpeech({ path, signal }, null);
  const speakers = createLabelSpeakers({
    label: labeler,
    model: async () => model,
    turnModel: async () => turnModel,
    logger: createLogger('silent'),
  });
  return { regions, ...(await speakers({ path, regions, expected: null }, { signal })) };
}

const score = (turns: readonly { startMs: number; endMs: number; speaker: number }[]) =>
  scoreTurns(
    talk.truth,
    turns.map((turn) => ({ ...turn, speaker: String(turn.speaker) })),
    { collarMs: 50 },
  );

/** Every hundredth of a second of the spans. */
const momentsOf = (spans: readonly { startMs: number; endMs: number }[]) =>
  new Set(
    spans.flatMap(({ startMs, endMs }) => {
      const first = Math.ceil(startMs / 10);
      return Array.from({ length: Math.floor(endMs / 10) - first }, (_, at) => first + at);
    }),
  );

describe('with a turn model', () => {
  test('turns begin and end where they do, and overlap where they do', async () => {
    const labeling = await label(talk.samples, tones);
    expect(labeling).toMatchObject({ method: 'neural', count: 2, warning: null });
    const scored = score(labeling.turns);
    expect(scored.der).toBeLessThan(0.03);
    expect(score((await label(talk.samples, null)).turns).der).toBeGreaterThan(3 * scored.der);
    const truth = talk.truth.map((turn) => ({
      ...turn,
      speaker: VOICES.indexOf(turn.speaker),
      confidence: 1,
    }));
    const said = momentsOf(findOverlaps(truth));
    const found = momentsOf(findOverlaps(labeling.turns));
    expect(said.size).toBeGreaterThan(500);
    const only = (one: Set<number>, other: Set<number>) => [...one].filter((at) => !other.has(at));
    const wrong = only(said, found).length + only(found, said).length;
    expect(wrong).toBeLessThan(0.1 * said.size);
  });

  test('labels are found again without the recording, for another number too', async () => {
    const { regions, embeddings, voiceTurns, turns } = await label(talk.samples, tones);
    const evidence = unpackEvidence(packEvidence({ regions, embeddings, voiceTurns }));
    expect(evidence.voiceTurns).toEqual(voiceTurns);
    const again = (expected: number | null) =>
      labelHere(
        {
          regions,
          expected,
          voiceTurns: evidence.voiceTurns,
          source: { kind: 'embeddings', embeddings: evidence.embeddings },
        },
        { signal },
      );
    const spans = (all: typeof turns) => all.map((t) => [t.startMs, t.endMs, t.speaker]);
    expect(spans((await again(null)).turns)).toEqual(spans(turns));
    const one = await again(1);
    expect(one.count).toBe(1);
    expect(findOverlaps(one.turns)).toEqual([]);
  });

  test('a network of the trained one’s layers and sizes runs', async () => {
    const random = join(folder, 'random.onnx');
    await writeFile(random, randomTurnModel(1));
    const { method, count } = await label(part, random);
    expect(method).toBe('neural');
    expect(count).toBeGreaterThan(0);
  });

  test('a file that is no turn model ends only the process that opened it', async () => {
    const broken = join(folder, 'broken.onnx');
    await writeFile(broken, 'This is not a network.');
    const labeling = await label(part, broken, nodeTasks.label);
    expect(labeling).toMatchObject({ method: 'neural', count: 2 });
  });
});

describe('in a transcription', () => {
  let app: TestApp;
  beforeAll(async () => {
    const engineFile = await writeProgram(join(folder, 'engine'), quickEngine);
    app = await startTestApp({ engineFile }, { tasks: IN_PROCESSES });
  });
  afterAll(() => app.stop());

  const add = (name: string, bytes: Uint8Array<ArrayBuffer>, confirmed = true) =>
    app.client.importSpeakerModel(new Blob([bytes]), { filename: `${name}.onnx`, confirmed });
  const added = async () =>
    (await app.client.listSpeakerModels()).data.filter(({ trust }) => trust !== null);

  test('a turn model is told from one for voices, and used beside it', async () => {
    const turns = await add('tones', new Uint8Array(tonesModel()));
    expect(turns).toMatchObject({ task: 'turns', in_use: true });
    expect(await added()).toMatchObject([
      { name: 'tones', task: 'turns', in_use: true },
      { name: 'built-in', task: 'voices', in_use: true },
    ]);
  });

  test('one that cannot be used is refused', async () => {
    const cut = tonesModel().subarray(4000);
    const wrong = Buffer.concat([Buffer.from([0x08, 0x08]), cut]);
    await expect(add('wrong', new Uint8Array(wrong))).rejects.toMatchObject({
      code: 'model_invalid',
    });
  });

  test('segments name everyone, and so do the subtitles', async () => {
    const { url } = await app.client.uploadFile(
      new Blob([new Uint8Array(wavFile(part))]),
      'talk.wav',
    );
    const { id, result } = await transcribe(app.client, { url, structure: false });
    const several = result?.segments.filter(({ speakers }) => speakers !== undefined) ?? [];
    expect(several.length).toBeGreaterThan(0);
    for (const segment of several) {
      expect(segment.speakers?.[0]).toBe(segment.speaker_id);
      expect(segment.speakers?.toSorted()).toEqual([1, 2]);
      const overlaps = talk.truth.filter(
        ({ startMs, endMs }) => startMs < segment.end * 1000 && endMs > segment.start * 1000,
      );
      expect(new Set(overlaps.map(({ speaker }) => speaker)).size).toBe(2);
    }
    const named = await app.client.renameSpeaker(id, 2, { name: 'Bo' });
    expect(named.result?.segments.some(({ speakers }) => speakers?.length === 2)).toBe(true);
    expect(await downloadText(`${result?.subtitles.vtt}`)).toMatch(
      /<v (Speaker 1 &amp; Bo|Bo &amp; Speaker 1)>/,
    );
    const relabeled = await app.client.labelSpeakers(id, { speakers_expected: 1 });
    expect(relabeled.result?.segments.filter(({ speakers }) => speakers)).toEqual([]);
    await app.client.undoEdit(id, { revision: relabeled.revision });
    const back = await app.client.getTranscription(id);
    expect(back.result?.segments.filter(({ speakers }) => speakers)).toHaveLength(several.length);
  });
});
