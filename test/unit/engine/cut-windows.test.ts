import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutWindows, settledWindows } from '../../../src/main/engine/speech/cut-windows.ts';
import type { TimeSpan } from '../../../src/shared/time.ts';

const span = (startMs: number, endMs: number): TimeSpan => ({ startMs, endMs });

/** Levels of −20 dBFS, and −50 where it is quiet. */
function levels(totalMs: number, quiet: readonly TimeSpan[] = []): Float32Array {
  const energies = new Float32Array(Math.ceil(totalMs / 10)).fill(-20);
  for (const part of quiet) energies.fill(-50, part.startMs / 10, part.endMs / 10);
  return energies;
}

const recordings = fc
  .record({
    parts: fc.array(
      fc.tuple(fc.integer({ min: 1, max: 9000 }), fc.integer({ min: 1, max: 70_000 })),
      {
        maxLength: 30,
      },
    ),
    tailMs: fc.nat(9000),
    maxMs: fc.constantFrom(5000, 28_000),
    quiet: fc.array(fc.nat(60_000), { maxLength: 50 }),
  })
  .map(({ parts, tailMs, maxMs, quiet }) => {
    let at = 0;
    const regions = parts.map(([gap, length]) => {
      const region = span(at + gap, at + gap + length);
      at = region.endMs;
      return region;
    });
    const totalMs = at + tailMs;
    const energies = levels(totalMs);
    for (const frame of quiet) if (frame < energies.length) energies[frame] = -60;
    return { regions, totalMs, maxMs, energies };
  });

describe('cutting windows, for any recording', () => {
  it('keeps every window inside the recording, within its limit, in order, never overlapping', () => {
    fc.assert(
      fc.property(recordings, (recording) => {
        let end = 0;
        for (const [index, window] of cutWindows(recording).entries()) {
          expect(window.index).toBe(index);
          expect(window.startMs).toBeGreaterThanOrEqual(end);
          expect(window.endMs).toBeGreaterThan(window.startMs);
          expect(window.endMs - window.startMs).toBeLessThanOrEqual(recording.maxMs);
          end = window.endMs;
        }
        expect(end).toBeLessThanOrEqual(recording.totalMs);
      }),
    );
  });

  it('puts every millisecond of speech into exactly one window', () => {
    fc.assert(
      fc.property(recordings, (recording) => {
        const windows = cutWindows(recording);
        for (const region of recording.regions) {
          const coveredMs = windows.reduce(
            (sum, window) =>
              sum +
              Math.max(
                0,
                Math.min(region.endMs, window.endMs) - Math.max(region.startMs, window.startMs),
              ),
            0,
          );
          expect(coveredMs).toBe(region.endMs - region.startMs);
        }
      }),
    );
  });

  it('cuts inside speech only where a window of its own could not hold it', () => {
    fc.assert(
      fc.property(recordings, (recording) => {
        for (const { endMs } of cutWindows(recording)) {
          const cut = recording.regions.find(
            (region) => region.startMs < endMs && endMs < region.endMs,
          );
          if (cut === undefined) continue;
          expect(cut.endMs - cut.startMs).toBeGreaterThan(recording.maxMs - 400);
        }
      }),
    );
  });
});

describe('cutting windows', () => {
  it('makes none of silence', () => {
    expect(cutWindows({ regions: [], energies: levels(5000), totalMs: 5000 })).toEqual([]);
  });

  it('cuts short speech as one window with a little silence around', () => {
    const regions = [span(1000, 5000), span(5500, 9000)];
    expect(cutWindows({ regions, energies: levels(20_000), totalMs: 20_000 })).toEqual([
      { index: 0, startMs: 800, endMs: 9200 },
    ]);
  });

  it('leaves a long silence out', () => {
    const regions = [span(0, 4000), span(9000, 12_000)];
    const windows = cutWindows({ regions, energies: levels(12_000), totalMs: 12_000 });
    expect(windows).toEqual([
      { index: 0, startMs: 0, endMs: 4200 },
      { index: 1, startMs: 8800, endMs: 12_000 },
    ]);
  });

  it('cuts at the longest pause of the last third', () => {
    const regions = [
      span(0, 19_000),
      span(20_500, 24_000),
      span(24_300, 27_000),
      span(27_400, 40_000),
    ];
    const [first] = cutWindows({ regions, energies: levels(40_000), totalMs: 40_000 });
    expect(first?.endMs).toBe(19_200);
  });

  it('rather cuts at an early pause than inside speech', () => {
    const regions = [span(0, 3000), span(3400, 30_000)];
    const windows = cutWindows({ regions, energies: levels(30_000), totalMs: 30_000 });
    expect(windows.map(({ endMs }) => endMs)).toEqual([3200, 30_000]);
  });

  it('cuts endless speech at its quietest moment', () => {
    const quiet = [span(5000, 5400), span(23_000, 23_200), span(47_900, 48_000)];
    const windows = cutWindows({
      regions: [span(0, 60_000)],
      energies: levels(60_000, quiet),
      totalMs: 60_000,
    });
    expect(windows[0]?.endMs).toBeGreaterThanOrEqual(23_000);
    expect(windows[0]?.endMs).toBeLessThanOrEqual(23_200);
    expect(windows[1]?.startMs).toBe(windows[0]?.endMs);
    expect(windows[1]?.endMs).toBeGreaterThanOrEqual(47_900);
    expect(windows[1]?.endMs).toBeLessThanOrEqual(48_000);
  });
});

describe('the beginning of a recording, cut before the rest is known', () => {
  it('has the windows that the whole recording has', () => {
    fc.assert(
      fc.property(recordings, fc.double({ min: 0, max: 1, noNaN: true }), (recording, part) => {
        const knownMs = Math.floor((recording.totalMs * part) / 10) * 10;
        const known = {
          ...recording,
          totalMs: knownMs,
          energies: recording.energies.subarray(0, knownMs / 10),
          regions: recording.regions
            .filter(({ startMs }) => startMs < knownMs)
            .map(({ startMs, endMs }) => span(startMs, Math.min(endMs, knownMs))),
        };
        const settled = settledWindows(known);
        expect(cutWindows(recording).slice(0, settled.length)).toEqual(settled);
      }),
    );
  });

  it('is all that is far enough from where the known part ends', () => {
    const regions = Array.from({ length: 60 }, (_, at) => span(at * 5000, at * 5000 + 4000));
    const recording = { regions, totalMs: 300_000, energies: levels(300_000) };
    const all = cutWindows(recording);
    const settled = settledWindows(recording);
    expect(settled.length).toBeGreaterThan(all.length / 2);
    expect(settled.length).toBeLessThan(all.length);
  });
});
