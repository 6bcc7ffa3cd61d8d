import { describe, expect, test } from 'vitest';
import { createPieceCutter, type Piece } from '../../../../src/renderer/src/recorder/cut-pieces.ts';
import type { Block } from '../../../../src/renderer/src/recorder/sound-block.ts';
import type { RecordedTrack } from '../../../../src/shared/recordings.ts';

const FRAMES = 1600;
const BOTH: RecordedTrack[] = ['microphone', 'computer'];

/** A tenth of a second, all of one value, that ended at this time of the system's clock. */
function block(at: number, microphone = 1, computer = 2): Block {
  const all = (value: number) => new Int16Array(FRAMES).fill(value);
  return { at, sound: { microphone: all(microphone), computer: all(computer) } };
}

/** Blocks one after the other. */
function* blocks(count: number, { start }: { start: number }): Generator<Block> {
  for (let nth = 1; nth <= count; nth++) yield block(start + nth * 100);
}

const endOf = ({ startMs, samples }: Piece, tracks: number) =>
  startMs + samples.length / tracks / 16;

describe('sound that comes without a gap', () => {
  test('is cut into pieces of half a second, tracks interleaved', () => {
    const cutter = createPieceCutter(BOTH);
    const pieces = [...blocks(30, { start: 5000 })].flatMap((one) => cutter.add(one, null));
    expect(pieces.map(({ startMs }) => startMs)).toEqual([0, 500, 1000, 1500, 2000, 2500]);
    expect(pieces.every(({ gapMs, missing }) => gapMs === 0 && missing === null)).toBe(true);
    expect([...(pieces[0]?.samples.slice(0, 4) ?? [])]).toEqual([1, 2, 1, 2]);
    expect(pieces[0]?.samples).toHaveLength(16_000);
  });

  test('is cut into pieces of a second where nobody reads along', () => {
    const cutter = createPieceCutter(BOTH, { startMs: 0, gapMs: 0, live: false });
    const pieces = [...blocks(30, { start: 5000 })].flatMap((one) => cutter.add(one, null));
    expect(pieces.map(({ startMs }) => startMs)).toEqual([0, 1000, 2000]);
  });

  test('has no gap, though the clocks of device and system come to differ by two seconds', () => {
    const sound = block(0).sound;
    for (const rate of [1.0016, 0.9984]) {
      const cutter = createPieceCutter(['microphone']);
      let gaps = 0;
      for (let nth = 1; nth <= 20 * 600; nth++)
        for (const { gapMs } of cutter.add({ at: Math.round(nth * 100 * rate), sound }, null))
          gaps += gapMs;
      expect(gaps).toBe(0);
      expect(cutter.lengthMs()).toBe(20 * 60_000);
    }
  });

  test('may come in bursts, when the computer is busy', () => {
    const cutter = createPieceCutter(['microphone']);
    const late = [...blocks(40, { start: 0 })].map((one, nth) =>
      nth >= 13 && nth < 20 ? block(2100) : one,
    );
    const pieces = late.flatMap((one) => cutter.add(one, null));
    expect(pieces.reduce((sum, { gapMs }) => sum + gapMs, 0)).toBe(0);
    expect(pieces.at(-1) && endOf(pieces.at(-1) as Piece, 1)).toBe(4000);
  });
});

describe('sound that is missing', () => {
  test('leaves a gap of its length where it is missing, to the block', () => {
    const cutter = createPieceCutter(['microphone']);
    const before = [...blocks(14, { start: 0 })].flatMap((one) => cutter.add(one, null));
    const after = [...blocks(26, { start: 1400 + 38_600 })].flatMap((one) => cutter.add(one, null));
    const pieces = [...before, ...after, ...cutter.pause()];
    expect(pieces.filter(({ gapMs }) => gapMs > 0)).toMatchObject([
      { startMs: 1400 + 38_600, gapMs: 38_600 },
    ]);
    expect(endOf(pieces.at(-1) as Piece, 1)).toBe(4000 + 38_600);
    const sound = pieces.reduce((sum, { samples }) => sum + samples.length, 0);
    expect(sound).toBe(40 * FRAMES);
  });

  test('of one track is said with the piece in which the other goes on', () => {
    const cutter = createPieceCutter(BOTH);
    const [a, b, c] = [13, 14, 3];
    const pieces = [
      ...[...blocks(a, { start: 0 })].flatMap((one) => cutter.add(one, null)),
      ...[...blocks(b, { start: a * 100 })].flatMap((one) => cutter.add(one, 'microphone')),
      ...[...blocks(c, { start: (a + b) * 100 })].flatMap((one) => cutter.add(one, null)),
      ...cutter.pause(),
    ];
    expect(pieces.map(({ startMs, missing }) => [startMs, missing])).toEqual([
      [0, null],
      [500, null],
      [1000, null],
      [1300, 'microphone'],
      [1800, 'microphone'],
      [2300, 'microphone'],
      [2700, null],
    ]);
  });

  test('is no part of a pause', () => {
    const cutter = createPieceCutter(['microphone']);
    const pieces = [
      ...[...blocks(12, { start: 0 })].flatMap((one) => cutter.add(one, null)),
      ...cutter.pause(),
      ...[...blocks(10, { start: 900_000 })].flatMap((one) => cutter.add(one, null)),
    ];
    expect(pieces.map(({ startMs, gapMs }) => [startMs, gapMs])).toEqual([
      [0, 0],
      [500, 0],
      [1000, 0],
      [1200, 0],
      [1700, 0],
    ]);
  });

  test('is not seen in a clock that is set back', () => {
    const cutter = createPieceCutter(['microphone']);
    const pieces = [
      ...[...blocks(10, { start: 100_000 })].flatMap((one) => cutter.add(one, null)),
      ...[...blocks(20, { start: 41_000 })].flatMap((one) => cutter.add(one, null)),
    ];
    expect(pieces.map(({ startMs, gapMs }) => [startMs, gapMs])).toEqual([
      [0, 0],
      [500, 0],
      [1000, 0],
      [1500, 0],
      [2000, 0],
      [2500, 0],
    ]);
  });

  test('was missing while a page was gone: the recording goes on where it stood, after the gap', () => {
    const cutter = createPieceCutter(['microphone'], {
      startMs: 61_500,
      gapMs: 20_000,
      live: true,
    });
    const [piece] = [...blocks(10, { start: 0 })].flatMap((one) => cutter.add(one, null));
    expect(piece).toMatchObject({ startMs: 81_500, gapMs: 20_000 });
    expect(cutter.lengthMs()).toBe(82_500);
  });
});
