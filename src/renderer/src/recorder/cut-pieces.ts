/** From blocks of sound to the pieces that are sent, each at its place in time. */
import type { RecordedTrack } from '../../../shared/recordings.ts';
import { RECORDED_RATE } from '../../../shared/sound-pieces.ts';
import type { Block } from './sound-block.ts';

/** A stretch of sound, its tracks interleaved. */
export type Piece = {
  samples: Int16Array<ArrayBuffer>;
  /** Where it begins in the recording. */
  startMs: number;
  /** How much sound is missing before it. */
  gapMs: number;
  /** The track that was not recorded here. */
  missing: RecordedTrack | null;
};

/** How long a piece is as a rule: live text waits for a whole one; without it, half as many cost half as much. */
export const pieceMs = (live: boolean): number => (live ? 500 : 1000);

const BLOCK_MS = 100;
/** Blocks that come later than this were not recorded on time: something before them is missing. */
const GAP_MS = 300;
/** The clocks of sound devices differ from the system's by less than this for each piece. */
const DRIFT_MS = 1;

/** Where a recording goes on, how much is missing there, and whether its text is live. */
type Start = Pick<Piece, 'startMs' | 'gapMs'> & { live: boolean };
const AT_ZERO: Start = { startMs: 0, gapMs: 0, live: true };

export type PieceCutter = ReturnType<typeof createPieceCutter>;

/**
 * Cuts pieces, and finds where sound is missing, because the computer slept or a device was away: there the system's
 * clock runs ahead of the sound. One late block alone is not a gap, as the ones after it are on time again.
 */
export function createPieceCutter(tracks: readonly RecordedTrack[], from: Start = AT_ZERO) {
  const enough = pieceMs(from.live) / BLOCK_MS;
  let waiting: Block[] = [];
  let missing: RecordedTrack | null = null;
  /** How much sound there is so far, gaps included. */
  let frames = toFrames(from.startMs);
  /** What is missing before the next piece. */
  let owedMs = from.gapMs;
  /** What the system's clock says when the recording's is at 0; `null` until it runs, and after a pause. */
  let clockAtZero: number | null = null;

  /** By how much each of the blocks is late. */
  const lags = (zero: number): number[] => {
    let end = frames;
    return waiting.map((block) => {
      end += block.sound.microphone.length;
      return block.at - zero - toMs(end);
    });
  };

  const take = (count: number, lateMs: number): Piece => {
    const gapMs = owedMs + lateMs;
    owedMs = 0;
    frames += toFrames(gapMs);
    const blocks = waiting.slice(0, count);
    waiting = waiting.slice(count);
    const piece = { samples: interleave(blocks, tracks), startMs: toMs(frames), gapMs, missing };
    frames += piece.samples.length / tracks.length;
    return piece;
  };

  const isReady = (): boolean => {
    if (waiting.length < enough) return false;
    const isLate = clockAtZero !== null && lags(clockAtZero).some((lag) => lag > GAP_MS);
    // Among twice as many, one that came in a burst is on time again.
    return !isLate || waiting.length >= 2 * enough;
  };

  const cut = (): Piece[] => {
    const [first] = waiting;
    if (!first) return [];
    clockAtZero ??= first.at - toMs(frames + first.sound.microphone.length);
    const late = lags(clockAtZero);
    const onTime = late.findLastIndex((lag) => lag <= GAP_MS) + 1;
    // What comes after a gap waits until it is sure that it is one.
    if (onTime > 0 && onTime < late.length) return [take(onTime, 0)];
    const least = Math.min(...late);
    if (onTime === 0) return [take(late.length, Math.round(least))];
    clockAtZero += least < -GAP_MS ? least : Math.max(-DRIFT_MS, Math.min(DRIFT_MS, least));
    return [take(late.length, 0)];
  };

  return {
    /** The pieces that are complete with it. `away` is a track that is not being recorded now. */
    add(block: Block, away: RecordedTrack | null): Piece[] {
      const before = away === missing ? [] : cut();
      missing = away;
      waiting.push(block);
      return isReady() ? [...before, ...cut()] : before;
    },

    /** What waits; time that passes from now on is not part of the recording. */
    pause(): Piece[] {
      const pieces = cut();
      pieces.push(...cut());
      clockAtZero = null;
      return pieces;
    },

    lengthMs: () => toMs(frames) + waiting.length * BLOCK_MS,
  };
}

const toFrames = (ms: number) => Math.round((ms * RECORDED_RATE) / 1000);
const toMs = (frames: number) => Math.round((frames * 1000) / RECORDED_RATE);

function interleave(
  blocks: readonly Block[],
  tracks: readonly RecordedTrack[],
): Int16Array<ArrayBuffer> {
  const lengths = blocks.map(({ sound }) => sound.microphone.length);
  const samples = new Int16Array(lengths.reduce((sum, one) => sum + one, 0) * tracks.length);
  for (const [nth, track] of tracks.entries()) {
    let at = nth;
    for (const { sound } of blocks)
      for (const sample of sound[track]) {
        samples[at] = sample;
        at += tracks.length;
      }
  }
  return samples;
}
