import { describe, expect, test } from 'vitest';
import {
  estimateSpeed,
  type MeasuredSpeed,
  recommendModel,
} from '../../../src/shared/models/model-advice.ts';
import { MODEL_CATALOGUE } from '../../../src/shared/models/model-catalogue.ts';

const GB = 1_000_000_000;
/** What the demo model, of width 128, took on a machine with two processors. */
const measured: MeasuredSpeed = {
  shape: { width: 128, encoderLayers: 4, decoderLayers: 3 },
  encodeMs: 115,
  decodeMs: 0.95,
};
const faster = (times: number): MeasuredSpeed => ({
  ...measured,
  encodeMs: measured.encodeMs / times,
  decodeMs: measured.decodeMs / times,
});
/** To someone whose language Parakeet does not know, unless others are given. */
const recommended = (memoryBytes: number, speed: MeasuredSpeed | null, languages = ['ja']) =>
  recommendModel({ memoryBytes, measured: speed, languages }).name;
const PARAKEET = 'parakeet-tdt-0.6b-v3-q8_0';

describe('the catalogue', () => {
  test('names every model once, each with a digest of its own', () => {
    expect(new Set(MODEL_CATALOGUE.map(({ name }) => name)).size).toBe(34);
    expect(new Set(MODEL_CATALOGUE.map(({ sha256 }) => sha256)).size).toBe(34);
    for (const { sha256 } of MODEL_CATALOGUE) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test('reads size, languages and weights from the name', () => {
    const find = (name: string) => MODEL_CATALOGUE.find((model) => model.name === name);
    expect(find('tiny.en-q5_1')).toMatchObject({
      size: 'tiny',
      multilingual: false,
      weights: 'q5_1',
    });
    expect(find('large-v3')).toMatchObject({ size: 'large', multilingual: true, weights: 'f16' });
    expect(find('large-v3-turbo-q8_0')).toMatchObject({ size: 'turbo', weights: 'q8_0' });
    expect(find('parakeet-tdt-0.6b-v3-q8_0')).toMatchObject({
      size: 'parakeet',
      licence: 'CC-BY-4.0',
      bytes: 668_757_119,
    });
  });
});

describe('the model that suits a machine', () => {
  test('is the best that keeps up and leaves half of the memory', () => {
    expect(recommended(24 * GB, measured)).toBe('small-q8_0');
    expect(recommended(24 * GB, faster(4))).toBe('large-v3-turbo-q8_0');
    expect(recommended(3 * GB, faster(4))).toBe('large-v3-turbo-q5_0');
    expect(recommended(1 * GB, faster(4))).toBe('base-q8_0');
    expect(recommended(24 * GB, faster(0.2))).toBe('base-q8_0');
  });

  test('is the smallest one where nothing fits, and a small one while nothing is measured', () => {
    expect(recommended(0.3 * GB, measured)).toBe('tiny-q8_0');
    expect(recommended(24 * GB, faster(0.001))).toBe('tiny-q8_0');
    expect(recommended(24 * GB, null)).toBe('small-q8_0');
    expect(recommended(1 * GB, null)).toBe('base-q8_0');
  });

  test('is Parakeet where Whisper of its quality is too slow, and the languages are among its own', () => {
    expect(recommended(24 * GB, measured, ['en'])).toBe(PARAKEET);
    expect(recommended(24 * GB, measured, ['de', 'fr', 'uk'])).toBe(PARAKEET);
    expect(recommended(24 * GB, faster(0.2), ['en'])).toBe(PARAKEET);
    expect(recommended(24 * GB, measured, ['de', 'ja'])).toBe('small-q8_0');
    expect(recommended(24 * GB, measured, [])).toBe('small-q8_0');
  });

  test('is not Parakeet where Whisper keeps up, before anything is measured, or without the memory', () => {
    expect(recommended(24 * GB, faster(4), ['en'])).toBe('large-v3-turbo-q8_0');
    expect(recommended(24 * GB, null, ['en'])).toBe('small-q8_0');
    expect(recommended(1 * GB, measured, ['en'])).toBe('base-q8_0');
  });

  test('larger models are never estimated to be faster', () => {
    const speeds = ['tiny', 'base', 'small', 'medium', 'large-v3'].map((name) => {
      const model = MODEL_CATALOGUE.find((one) => one.name === name);
      return (model && estimateSpeed(model, measured)) ?? 0;
    });
    expect(speeds).toEqual(speeds.toSorted((a, b) => b - a));
    expect(speeds.at(-1)).toBeGreaterThan(0);
  });

  test('the speed of Parakeet is not guessed from that of a Whisper model', () => {
    const parakeet = MODEL_CATALOGUE.find(({ size }) => size === 'parakeet');
    expect(parakeet && estimateSpeed(parakeet, measured)).toBeNull();
  });
});
