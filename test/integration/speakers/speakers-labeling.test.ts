import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findSpeech } from '../../../src/main/engine/speech/speech.ts';
import { createLogger } from '../../../src/main/logger.ts';
import { packEvidence, unpackEvidence } from '../../../src/main/speakers/evidence.ts';
import { createLabelSpeakers } from '../../../src/main/speakers/label-speakers.ts';
import type { Labeler } from '../../../src/main/speakers/labeling.ts';
import { nodeTasks } from '../../../src/main/tasks/node-task.ts';
import { bytesOfS16, loadPool } from '../../helpers/corpus/audio.ts';
import { composeDialogue, type Dialogue } from '../../helpers/corpus/dialogues.ts';
import { scoreTurns } from '../../helpers/corpus/diarization-score.ts';
import { poolVoices } from '../../helpers/corpus/pool-voices.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { labelHere } from '../../helpers/harness/label-here.ts';

const model = join(import.meta.dirname, '../../../resources/models/speaker.onnx');
const { signal } = new AbortController();
/** The synthetic voices are variants of one; to the model some are the same person, these are not. */
const DISTINCT = ['en-us+m3', 'en-gb-x-rp+f3', 'en-029+f5'];
let folder: string;
let voices: ReturnType<typeof poolVoices>;

beforeAll(async () => {
  folder = await makeTempFolder();
  voices = poolVoices(loadPool());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The recording as a file, and where there is speech in it. */
async function listenTo(samples: Int16Array) {
  const path = join(folder, 'audio.s16');
  await writeFile(path, bytesOfS16(samples));
  const { regions } = await findSpeech({ path, signal }, null);
  return { path, regions };
}

async function labelSamples(
  samples: Int16Array,
  options: { file?: string | null; expected?: number | null; label?: Labeler } = {},
) {
  const { file = model, expected = null, label = labelHere } = options;
  const { path, regions } = await listenTo(samples);
  const speakers = createLabelSpeakers({
    label,
    model: async () => file,
    turnModel: async () => null,
    logger: createLogger('silent'),
  });
  return { regions, ...(await speakers({ path, regions, expected }, { signal })) };
}

function dialogue(count: number, seed: number): Dialogue {
  const chosen = DISTINCT.flatMap((name) => voices.find((voice) => voice.name === name) ?? []);
  // Each of them says something several times.
  const options = { durationMs: 10_000 + count * 10_000, seed, gapMs: [200, 800] as const };
  return composeDialogue({ ...options, voices: chosen.slice(0, count) });
}

const score = (made: Dialogue, turns: { startMs: number; endMs: number; speaker: number }[]) =>
  scoreTurns(
    made.truth,
    turns.map((turn) => ({ ...turn, speaker: String(turn.speaker) })),
    { unscored: made.pauses },
  );

describe('with the speaker model', () => {
  test.each([1, 2, 3])('%i voices are told apart', async (count) => {
    const made = dialogue(count, 40 + count);
    const labeling = await labelSamples(made.samples);
    expect(labeling.method).toBe('neural');
    expect(labeling.count).toBe(count);
    expect(score(made, labeling.turns).confusion).toBeLessThan(0.1);
  });

  test('the number of people can be given, also later and without the recording', async () => {
    const made = dialogue(2, 42);
    const labeling = await labelSamples(made.samples, { expected: 1 });
    expect(labeling.count).toBe(1);
    const { regions, embeddings } = unpackEvidence(packEvidence(labeling));
    const again = await nodeTasks.label(
      { regions, expected: 2, source: { kind: 'embeddings', embeddings } },
      { signal },
    );
    expect(score(made, again.turns).confusion).toBeLessThan(0.1);
  });

  test('stored embeddings are labeled the same again, without the recording', async () => {
    const made = dialogue(3, 43);
    const { count, ...first } = await labelSamples(made.samples);
    const { regions, embeddings } = unpackEvidence(packEvidence(first));
    expect(embeddings.digest).toMatch(/^[0-9a-f]{64}$/);
    const source = { kind: 'embeddings', embeddings } as const;
    const again = await labelHere({ regions, expected: null, source }, { signal });
    expect(again.count).toBe(count);
    expect(score(made, again.turns).confusion).toBeLessThan(0.1);
  });
});

describe('a number of people that is wrong', () => {
  test('pitch and sound are labeled again with another number, without the recording', async () => {
    const made = dialogue(2, 52);
    const labeling = await labelSamples(made.samples, { file: null, expected: 1 });
    expect(labeling.count).toBe(1);
    const { regions, embeddings } = unpackEvidence(packEvidence(labeling));
    const source = { kind: 'embeddings', embeddings } as const;
    const again = await labelHere({ regions, expected: 2, source }, { signal });
    expect(again).toMatchObject({ method: 'acoustic', count: 2 });
    expect(score(made, again.turns).confusion).toBeLessThan(0.1);
  });

  test('where everything fails, all have one label and the reason is given', async () => {
    const label: Labeler = () => Promise.reject(new Error('killed'));
    const labeling = await labelSamples(dialogue(2, 13).samples, { label });
    expect(labeling).toMatchObject({ method: 'single', count: 1 });
    expect(labeling.warning).not.toBeNull();
  });
});
