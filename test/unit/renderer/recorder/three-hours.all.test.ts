import { expect, test } from 'vitest';
import { createAligner } from '../../../../src/renderer/src/recorder/align-tracks.ts';
import { createPieceCutter } from '../../../../src/renderer/src/recorder/cut-pieces.ts';
import type { RecordedTrack } from '../../../../src/shared/recordings.ts';

const HOURS = 3;
const BEAT_MS = 60_000;
const LOUD = 1000;
const TRACKS: readonly RecordedTrack[] = ['microphone', 'computer'];

/** Buffers of ten milliseconds of a device whose clock runs at another rate; a beat every minute of real time. */
function* heardBy(rate: number) {
  const [beat, rest] = [LOUD, 1].map((value) => new Int16Array(160).fill(value));
  let beats = 0;
  for (let atMs = 0; atMs < HOURS * 3_600_000; atMs += 10 * rate) {
    const isBeat = atMs >= beats * BEAT_MS;
    if (isBeat) beats++;
    yield { samples: (isBeat ? beat : rest) ?? new Int16Array(), atMs, clockAheadMs: 0 };
  }
}

test.each([50e-6, 200e-6])(
  'after three hours two devices whose clocks differ by twice %d are still together, and with the time',
  (off) => {
    const cutter = createPieceCutter(TRACKS);
    const beats = { microphone: [] as number[], computer: [] as number[] };
    let gaps = 0;
    const aligner = createAligner((block) => {
      for (const { samples, startMs, gapMs } of cutter.add(block, null)) {
        gaps += gapMs;
        for (const [nth, track] of TRACKS.entries()) {
          for (let at = nth; at < samples.length; at += 2) {
            const ms = startMs + (at - nth) / 32;
            if (samples[at] === LOUD && ms - (beats[track].at(-1) ?? -BEAT_MS) > 1000)
              beats[track].push(ms);
          }
        }
      }
    });
    const devices = TRACKS.map((track, nth) => {
      const sound = heardBy(nth === 0 ? 1 + off : 1 - off);
      return { track, sound, next: sound.next() };
    });
    for (;;) {
      const [first] = devices
        .filter(({ next }) => !next.done)
        .sort((a, b) => (a.next.value?.atMs ?? 0) - (b.next.value?.atMs ?? 0));
      if (!first?.next.value) break;
      aligner.add(first.track, first.next.value);
      first.next = first.sound.next();
    }
    expect(gaps).toBe(0);
    expect(beats.microphone.length).toBeGreaterThanOrEqual(HOURS * 60 - 1);
    expect(beats.computer).toHaveLength(beats.microphone.length);
    const apart = beats.microphone.map((at, nth) => Math.abs(at - (beats.computer[nth] ?? 0)));
    expect(Math.max(...apart)).toBeLessThanOrEqual(50);
    const late = beats.microphone.map((at, nth) => Math.abs(at - nth * BEAT_MS));
    expect(Math.max(...late)).toBeLessThanOrEqual(50);
  },
);
