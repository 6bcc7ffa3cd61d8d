/** Puts what the tracks hear side by side, each sample at its time, as blocks of a tenth of a second. */
import type { RecordedTrack } from '../../../shared/recordings.ts';
import { RECORDED_RATE } from '../../../shared/sound-pieces.ts';
import type { Block } from './sound-block.ts';

/** Samples of one track that follow on one another. */
export type Sound = {
  samples: Int16Array;
  /** When the first of them was heard, in milliseconds of a clock that does not jump. */
  atMs: number;
  /** By how much the system's clock is ahead of that one. */
  clockAheadMs: number;
};

const BLOCK_FRAMES = RECORDED_RATE / 10;
const PER_MS = RECORDED_RATE / 1000;
/** From here on sound was lost, and does not only drift or come late. */
const LOST_FRAMES = 300 * PER_MS;
/** By so much a device's clock may be off before a sample is left out or doubled, and so slowly it is believed. */
const DRIFT_FRAMES = 5 * PER_MS;
const BELIEF = 1 / 64;
/** A track is waited for as long as this while the other is heard. */
const PATIENCE_FRAMES = RECORDED_RATE;

type Lane = {
  /** What is heard from `start` on; both are counted in samples since the first. */
  waiting: number[];
  end: number;
  drift: number;
};

export function createAligner(onBlock: (block: Block) => void) {
  const lanes = new Map<RecordedTrack, Lane>();
  let zeroMs: number | null = null;
  let clockAheadMs = 0;
  /** Where the next block begins. */
  let start = 0;

  /** Brings a lane to where its next samples belong, by silence or by leaving some out. */
  const place = (lane: Lane, samples: Int16Array, at: number): Int16Array => {
    const off = at - lane.end;
    if (Math.abs(off) >= LOST_FRAMES) {
      lane.drift = 0;
      if (off < 0) return samples.slice(Math.min(samples.length, -off));
      for (let nth = 0; nth < off; nth++) lane.waiting.push(0);
      lane.end += off;
      return samples;
    }
    lane.drift += (off - lane.drift) * BELIEF;
    if (Math.abs(lane.drift) < DRIFT_FRAMES) return samples;
    const step = Math.sign(lane.drift);
    lane.drift -= step;
    if (step < 0) return samples.slice(1);
    lane.waiting.push(samples[0] ?? 0);
    lane.end += 1;
    return samples;
  };

  const emit = () => {
    const sound = {
      microphone: new Int16Array(BLOCK_FRAMES),
      computer: new Int16Array(BLOCK_FRAMES),
    };
    for (const [track, lane] of lanes) {
      sound[track].set(lane.waiting.splice(0, BLOCK_FRAMES));
      lane.end = Math.max(lane.end, start + BLOCK_FRAMES);
    }
    start += BLOCK_FRAMES;
    onBlock({ at: Math.round((zeroMs ?? 0) + start / PER_MS + clockAheadMs), sound });
  };

  return {
    add(track: RecordedTrack, { samples, atMs, clockAheadMs: ahead }: Sound): void {
      zeroMs ??= atMs;
      clockAheadMs = ahead;
      const at = Math.round((atMs - zeroMs) * PER_MS);
      const ends = [...lanes.values()].map(({ end }) => end);
      // Nobody was heard for a while: the blocks go on behind it, and their time says so.
      if (at - Math.max(start, ...ends) >= PATIENCE_FRAMES) {
        for (const lane of lanes.values()) Object.assign(lane, { waiting: [], end: at });
        start = at;
      }
      const lane = lanes.get(track) ?? { waiting: [], end: start, drift: 0 };
      lanes.set(track, lane);
      const placed = place(lane, samples, at);
      for (const sample of placed) lane.waiting.push(sample);
      lane.end += placed.length;
      for (;;) {
        const all = [...lanes.values()].map(({ end }) => end - start);
        const ready = Math.min(...all) >= BLOCK_FRAMES;
        if (!ready && Math.max(...all) < BLOCK_FRAMES + PATIENCE_FRAMES) return;
        emit();
      }
    },
    /** It is no longer waited for. */
    remove: (track: RecordedTrack): void => void lanes.delete(track),
  };
}
