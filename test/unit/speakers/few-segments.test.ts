import { describe, expect, test } from 'vitest';
import { groupVoices, seededRandom } from '../../../src/main/speakers/grouping/group-voices.ts';
import { SOUND_RULE } from '../../../src/main/speakers/label-recording.ts';
import {
  addTo,
  normalize,
  rowOf,
  type VoiceEmbeddings,
} from '../../../src/main/speakers/voice-embeddings.ts';

const DIM = 64;
const WINDOWS_A_TURN = 8;
const WINDOW_MS = 1250;

type Made = {
  /** Who speaks in each turn. */
  turns: readonly number[];
  /** How far apart the voices are, when the turns of one voice are 0.6 apart. */
  apart: number;
  seed: number;
};

/** Turns of five seconds with a pause after each: one segment each. */
function recorded({ turns, apart, seed }: Made): VoiceEmbeddings {
  const random = seededRandom(seed);
  const draw = (size: number) => Float32Array.from({ length: DIM }, () => (random() - 0.5) * size);
  const voices = Array.from({ length: Math.max(...turns) + 1 }, () => draw(apart));
  const common = draw(1);
  const vectors = new Float32Array(turns.length * WINDOWS_A_TURN * DIM);
  turns.forEach((speaker, turn) => {
    const mood = draw(0.6);
    for (let index = 0; index < WINDOWS_A_TURN; index += 1) {
      const vector = rowOf(vectors, DIM, turn * WINDOWS_A_TURN + index);
      for (const part of [common, voices[speaker], mood, draw(1)]) if (part) addTo(vector, part);
      normalize(vector);
    }
  });
  const windows = Array.from({ length: turns.length * WINDOWS_A_TURN }, (_, row) => {
    const startMs = (row * WINDOW_MS) / 2 + Math.floor(row / WINDOWS_A_TURN) * 2000;
    return { startMs, endMs: startMs + WINDOW_MS };
  });
  return { model: 'speaker', digest: null, space: 'neural', dim: DIM, windows, vectors };
}

const group = (made: Made) => groupVoices(recorded(made), { expected: null, rule: SOUND_RULE });
const inTurn = (count: number) => Array.from({ length: count }, (_, turn) => turn % 2);
const alone = (count: number) => inTurn(count).map(() => 0);
const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

describe('a recording of few long turns', () => {
  test.each([6, 8, 12, 24])('of two people has two speakers: %i turns', (turns) => {
    for (const seed of seeds) {
      expect(group({ turns: inTurn(turns), apart: 1, seed })).toMatchObject({ count: 2 });
    }
  });

  test.each([2, 3, 4, 6, 8, 12, 24])('of one person has one speaker: %i turns', (turns) => {
    for (const seed of seeds) {
      expect(group({ turns: alone(turns), apart: 1, seed })).toMatchObject({ count: 1 });
    }
  });

  test('of two people who are not counted is never surely one person', () => {
    for (const seed of seeds) {
      const { count, confidence, countDoubt } = group({ turns: inTurn(4), apart: 0.8, seed });
      if (count === 1) expect([countDoubt, confidence < 0.5]).toEqual(['more', true]);
    }
  });

  test('in which fewer voices are found than people were named says so', () => {
    const made = recorded({ turns: [0], apart: 1, seed: 1 });
    const named = (expected: number) => groupVoices(made, { expected, rule: SOUND_RULE });
    expect(named(3)).toMatchObject({ count: 1, countDoubt: 'missing' });
    expect(named(1).countDoubt).toBeNull();
  });

  test('of one person is not doubted where there are turns enough', () => {
    for (const seed of seeds) {
      expect(group({ turns: alone(16), apart: 1, seed }).countDoubt).toBeNull();
    }
  });
});
