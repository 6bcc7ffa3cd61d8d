import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { groupVoices, seededRandom } from '../../../src/main/speakers/grouping/group-voices.ts';
import {
  invertCholesky,
  principalDirections,
} from '../../../src/main/speakers/grouping/project-segments.ts';
import builtIn from '../../../src/main/speakers/neural/within-class.json' with { type: 'json' };
import { withinClassOf } from '../../../src/main/speakers/neural/within-class.ts';
import { WithinClass } from '../../../src/main/speakers/neural/within-class-file.ts';
import { SOUND_NUMBERS } from '../../../src/main/speakers/sound/window-sound.ts';
import {
  addTo,
  normalize,
  rowOf,
  type VoiceEmbeddings,
} from '../../../src/main/speakers/voice-embeddings.ts';

const model = join(import.meta.dirname, '../../../resources/models/speaker.onnx');
const digest = createHash('sha256').update(readFileSync(model)).digest('hex');
const DIM = builtIn.dim;
const ONES = new Float32Array(DIM).fill(1);

function covarianceOfModel(): Float64Array {
  const matrix = withinClassOf({ digest, dim: DIM });
  if (!matrix) throw new Error('Nothing was learnt for the model that ships.');
  return matrix;
}

describe('the estimated within-class covariance', () => {
  test('is for the model that ships, and is a covariance', () => {
    const whiten = invertCholesky(covarianceOfModel(), DIM);
    const somewhere = new Float32Array(DIM).fill(1);
    expect(
      whiten(somewhere).every((value) => Number.isFinite(value) && Math.abs(value) < 1e4),
    ).toBe(true);
  });

  test('is not used with another model, nor without one', () => {
    expect(withinClassOf({ digest: '0'.repeat(64), dim: DIM })).toBeNull();
    expect(withinClassOf({ digest: null, dim: DIM })).toBeNull();
  });

  test('is not used with rows that were made of a single hearing', () => {
    const network = DIM - SOUND_NUMBERS;
    expect(withinClassOf({ digest, dim: network / builtIn.speeds.length })).toBeNull();
  });

  test('serves rows without sounds, as recordings that were labeled before have them', () => {
    const network = DIM - SOUND_NUMBERS;
    const rows = withinClassOf({ digest, dim: network });
    const whole = covarianceOfModel();
    expect(rows).toHaveLength(network ** 2);
    expect(rows?.at(-1)).toBe(whole[(network - 1) * DIM + network - 1]);
  });

  test.each([
    ['is cut short', { covariance: builtIn.covariance.slice(0, -8) }],
    ['is of another size', { dim: DIM + 1 }],
    ['names no model', { model: 'speaker' }],
    ['holds what is no number', { covariance: '?'.repeat(builtIn.covariance.length) }],
    ['was learnt from nobody', { voices: 0 }],
    ['was never played', { speeds: [] }],
  ])('is refused where it %s', (_what, wrong) => {
    expect(WithinClass.safeParse(builtIn).success).toBe(true);
    expect(WithinClass.safeParse({ ...builtIn, ...wrong }).success).toBe(false);
  });
});

/**
 * Single sentences of two people in turn. They differ in a number in which a voice varies little; the sentences differ
 * more, but in the direction in which a voice varies most.
 */
function sentences(count: number, known: string | null): VoiceEmbeddings {
  const covariance = covarianceOfModel();
  const variance = (axis: number) => covariance[axis * DIM + axis] ?? 0;
  const axes = Array.from({ length: DIM }, (_, axis) => axis);
  const steady = axes.reduce((best, axis) => (variance(axis) < variance(best) ? axis : best), 0);
  const wavering = principalDirections(Float32Array.from(mirror(covariance)), ONES, DIM, 1);
  const random = seededRandom(3);
  const vectors = new Float32Array(count * DIM);
  for (let row = 0; row < count; row += 1) {
    const vector = rowOf(vectors, DIM, row);
    addTo(vector, wavering, random() < 0.5 ? 0.5 : -0.5);
    vector[steady] = (vector[steady] ?? 0) + (row % 2 === 0 ? 0.3 : -0.3);
    normalize(vector);
  }
  const windows = Array.from({ length: count }, (_, row) => ({
    startMs: row * 3000,
    endMs: row * 3000 + 1500,
  }));
  return { model: 'speaker', digest: known, space: 'neural', dim: DIM, windows, vectors };
}

/** From the lower triangle to the whole of a symmetric matrix. */
function mirror(lower: Float64Array): Float64Array {
  return lower.map((_, at) => {
    const [row, column] = [Math.floor(at / DIM), at % DIM];
    return lower[Math.max(row, column) * DIM + Math.min(row, column)] ?? 0;
  });
}

describe('two people who say a sentence each in turn', () => {
  const rule = { second: 1.3, further: 1.3, directions: 5, freedom: 3 };
  const inTurn = (labels: Int32Array) => labels.every((label, row) => label === row % 2);

  test('are told apart by what a voice keeps', () => {
    const { labels } = groupVoices(sentences(40, digest), { expected: 2, rule });
    expect(inTurn(labels)).toBe(true);
  });

  test('are mistaken where that is not known of the model', () => {
    const { labels } = groupVoices(sentences(40, null), { expected: 2, rule });
    expect(inTurn(labels)).toBe(false);
  });

  test('are grouped the same every time', () => {
    const groups = () => groupVoices(sentences(40, digest), { expected: null, rule });
    expect(groups()).toEqual(groups());
  });
});
