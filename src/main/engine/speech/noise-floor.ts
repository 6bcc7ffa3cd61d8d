const BLOCK_FRAMES = 100;
const LOWEST_DB = -100;
const BINS_PER_DB = 4;
const BINS = -LOWEST_DB * BINS_PER_DB + 1;
/** Blocks to each side: the floor at a moment comes from the 30 s around it. */
const REACH_BLOCKS = 15;
/** Under this distance between the quiet and the loud tenth, noise and speech cannot be told apart. */
const MIN_RANGE_DB = 15;
/** The same for the loudest hundredth of a whole recording, in which speech may be rare. */
const MIN_PEAK_DB = 18;

/**
 * The noise floor under each frame in dBFS: the quietest tenth (P10) of the 30 s around it, so that it follows a
 * recording from a loud place to a quiet one. Where those 30 s hold only one kind of sound (P90 − P10 under 15 dB),
 * the lower of that and the whole recording's P10 counts. Where the whole recording is of one kind too (P99 − P10
 * under 18 dB), there is no floor (−∞): steady speech without pauses must not be lost.
 */
export function findNoiseFloor(energies: Float32Array): Float32Array {
  const blocks = Math.ceil(energies.length / BLOCK_FRAMES);
  const blockAt = (index: number) =>
    energies.subarray(Math.max(0, index) * BLOCK_FRAMES, Math.max(0, index + 1) * BLOCK_FRAMES);
  const whole = spread(count(new Uint32Array(BINS), energies, 1));
  const around = new Uint32Array(BINS);
  for (let block = 0; block < REACH_BLOCKS; block += 1) count(around, blockAt(block), 1);
  const floor = new Float32Array(energies.length);
  for (let block = 0; block < blocks; block += 1) {
    count(around, blockAt(block + REACH_BLOCKS), 1);
    count(around, blockAt(block - REACH_BLOCKS - 1), -1);
    const level = floorOf(spread(around), whole);
    floor.fill(level, block * BLOCK_FRAMES, (block + 1) * BLOCK_FRAMES);
  }
  return floor;
}

type Spread = { quiet: number; loud: number; peak: number };

function floorOf(around: Spread, whole: Spread): number {
  if (around.loud - around.quiet >= MIN_RANGE_DB) return around.quiet;
  if (whole.peak - whole.quiet >= MIN_PEAK_DB) return Math.min(around.quiet, whole.quiet);
  return Number.NEGATIVE_INFINITY;
}

/** A histogram in steps of ¼ dB: ten hours of sorting windows would hold everything else up. */
function count(histogram: Uint32Array, levels: Float32Array, by: 1 | -1): Uint32Array {
  for (let frame = 0; frame < levels.length; frame += 1) {
    const level = levels[frame] ?? LOWEST_DB;
    const bin = Math.min(BINS - 1, Math.max(0, Math.round((level - LOWEST_DB) * BINS_PER_DB)));
    histogram[bin] = (histogram[bin] ?? 0) + by;
  }
  return histogram;
}

function spread(histogram: Uint32Array): Spread {
  const total = histogram.reduce((sum, frames) => sum + frames, 0);
  let [below, quiet, loud, peak] = [0, BINS, BINS, BINS];
  for (let bin = 0; bin < BINS; bin += 1) {
    below += histogram[bin] ?? 0;
    if (quiet === BINS && below > total * 0.1) quiet = bin;
    if (loud === BINS && below > total * 0.9) loud = bin;
    if (peak === BINS && below > total * 0.99) peak = bin;
  }
  const level = (bin: number) => LOWEST_DB + bin / BINS_PER_DB;
  return { quiet: level(quiet), loud: level(loud), peak: level(peak) };
}
