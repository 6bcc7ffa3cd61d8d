/** A bar and the gap after it, in pixels. */
const STEP = 3;
const BAR = 2;
/** As loud as this, a recording is drawn at full height even where nothing in it is louder. */
const QUIET = 24;
const SAMPLES = 2000;

export type WaveformView = {
  /** How loud the recording is, eight times a second. */
  peaks: Uint8Array;
  /** Which part of it is drawn, each from 0 to 1. */
  from: number;
  to: number;
  /** The size of the drawing, in pixels. */
  width: number;
  height: number;
};

/**
 * Part of a recording's loudness as an SVG path. A bar is the mean of its time and not the loudest moment, or hours
 * would be one block; it is seen against the quietest and the loudest bars, so that pauses and voices stand out at any
 * length.
 */
export function waveformPath({ peaks, from, to, width, height }: WaveformView): string {
  const count = Math.floor(width / STEP);
  if (peaks.length === 0 || count < 1) return '';
  const first = from * peaks.length;
  const each = ((to - from) * peaks.length) / count;
  const bars = Array.from({ length: count }, (_, bar) =>
    meanOf(peaks, first + bar * each, first + (bar + 1) * each),
  );
  const { quiet, loud } = rangeOf(peaks, each);
  let path = '';
  for (const [index, bar] of bars.entries()) {
    const share = Math.min(1, Math.max(0, (bar - quiet) / (loud - quiet)));
    const high = Math.max(2, Math.round(share * height));
    path += `M${index * STEP} ${(height - high) / 2}h${BAR}v${high}h-${BAR}z`;
  }
  return path;
}

function meanOf(peaks: Uint8Array, from: number, to: number): number {
  const start = Math.min(Math.floor(from), peaks.length - 1);
  const end = Math.max(start + 1, Math.min(Math.round(to), peaks.length));
  let sum = 0;
  for (let at = start; at < end; at++) sum += peaks[at] ?? 0;
  return sum / (end - start);
}

/** What counts as quiet and as loud among bars of this many peaks, the few that stand out left aside. */
function rangeOf(peaks: Uint8Array, each: number): { quiet: number; loud: number } {
  const size = Math.max(1, Math.round(each));
  // Some thousands of them tell enough.
  const step = Math.max(size, peaks.length / SAMPLES);
  const sorted: number[] = [];
  for (let at = 0; at < peaks.length; at += step) sorted.push(meanOf(peaks, at, at + size));
  sorted.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const loud = Math.max(QUIET, at(0.98));
  // Even a recording without a pause keeps something below its voices.
  return { quiet: Math.min(at(0.05), loud * 0.6), loud };
}
