import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeTasks } from '../../../src/main/child-tasks/node-task.ts';
import type { Labeler } from '../../../src/main/speakers/labeling.ts';
import { packEvidence, unpackEvidence } from '../../../src/main/speakers/stored-embeddings.ts';
import type { Dialogue } from '../../helpers/corpus/dialogues.ts';
import { scoreTurns } from '../../helpers/corpus/diarization-score.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { distinctDialogue, labelSamples } from '../../helpers/harness/label-dialogue.ts';
import { labelHere } from '../../helpers/harness/label-here.ts';

const { signal } = new AbortController();
let folder: string;

beforeAll(async () => {
  folder = await makeTempFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const score = (made: Dialogue, turns: { startMs: number; endMs: number; speaker: number }[]) =>
  scoreTurns(
    made.truth,
    turns.map((turn) => ({ ...turn, speaker: String(turn.speaker) })),
    { unscored: made.pauses },
  );

describe('with the speaker model', () => {
  test.each([1, 2, 3])('%i voices are told apart', async (count) => {
    const made = distinctDialogue(count, 40 + count);
    const labeling = await labelSamples(folder, made.samples);
    expect(labeling.method).toBe('neural');
    expect(labeling.count).toBe(count);
    expect(score(made, labeling.turns).confusion).toBeLessThan(0.1);
  });

  test('the number of people can be given, also later and without the recording', async () => {
    const made = distinctDialogue(2, 42);
    const labeling = await labelSamples(folder, made.samples, { expected: 1 });
    expect(labeling.count).toBe(1);
    const { regions, embeddings } = unpackEvidence(packEvidence(labeling));
    const again = await nodeTasks.label(
      { regions, expected: 2, source: { kind: 'embeddings', embeddings } },
      { signal },
    );
    expect(score(made, again.turns).confusion).toBeLessThan(0.1);
  });

  test('stored embeddings are labeled the same again, without the recording', async () => {
    const made = distinctDialogue(3, 43);
    const { count, ...first } = await labelSamples(folder, made.samples);
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
    const made = distinctDialogue(2, 52);
    const labeling = await labelSamples(folder, made.samples, { file: null, expected: 1 });
    expect(labeling.count).toBe(1);
    const { regions, embeddings } = unpackEvidence(packEvidence(labeling));
    const source = { kind: 'embeddings', embeddings } as const;
    const again = await labelHere({ regions, expected: 2, source }, { signal });
    expect(again).toMatchObject({ method: 'acoustic', count: 2 });
    expect(score(made, again.turns).confusion).toBeLessThan(0.1);
  });

  test('where everything fails, all have one label and the reason is given', async () => {
    const label: Labeler = () => Promise.reject(new Error('killed'));
    const labeling = await labelSamples(folder, distinctDialogue(2, 13).samples, { label });
    expect(labeling).toMatchObject({ method: 'single', count: 1 });
    expect(labeling.warning).not.toBeNull();
  });
});
