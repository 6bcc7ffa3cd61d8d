/** Brings sound of any rate to `RECORDED_RATE`, buffer by buffer, without a seam between them. */
import { RECORDED_RATE } from '../../../shared/sound-pieces.ts';

/** Zero crossings of the filter on either side: what could not be heard at the new rate is left out. */
const CROSSINGS = 16;

/** Takes samples from -1 to 1, gives 16-bit ones. */
export function createResampler(rate: number): (samples: Float32Array) => Int16Array {
  const { phases, step, filters, taps } = filtersFor(rate);
  /** What is kept of earlier buffers, and room for the next; `filled` of it are samples. */
  let input = new Float32Array(taps);
  let filled = taps;
  /** Where the next sample lies, in phases from the first that is kept. */
  let position = 0;
  return (samples) => {
    input = withRoom(input, filled + samples.length);
    input.set(samples, filled);
    filled += samples.length;
    const end = (filled - taps + 1) * phases;
    const made = new Int16Array(Math.max(0, Math.ceil((end - position) / step)));
    for (let at = 0; at < made.length; at++, position += step) {
      const first = Math.floor(position / phases);
      const filter = filters[position % phases] ?? [];
      let sum = 0;
      for (let tap = 0; tap < taps; tap++) sum += (filter[tap] ?? 0) * (input[first + tap] ?? 0);
      made[at] = Math.round(Math.max(-1, Math.min(1, sum)) * 32_767);
    }
    const done = Math.floor(position / phases);
    input.copyWithin(0, done, filled);
    filled -= done;
    position -= done * phases;
    return made;
  };
}

function withRoom(samples: Float32Array<ArrayBuffer>, length: number): Float32Array<ArrayBuffer> {
  if (samples.length >= length) return samples;
  const larger = new Float32Array(2 * length);
  larger.set(samples);
  return larger;
}

/** A filter for each place that a new sample can have between two old ones. */
function filtersFor(rate: number) {
  const divisor = greatestCommonDivisor(rate, RECORDED_RATE);
  const phases = RECORDED_RATE / divisor;
  const step = rate / divisor;
  const cutoff = Math.min(1, RECORDED_RATE / rate);
  const half = Math.ceil(CROSSINGS / cutoff);
  const taps = 2 * half;
  const filters = Array.from({ length: phases }, (_, phase) => {
    const weights = Float64Array.from({ length: taps }, (__, tap) => {
      const away = tap - half + 1 - phase / phases;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * away) / half);
      return Math.abs(away) >= half ? 0 : window * sinc(away * cutoff);
    });
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight) => weight / total);
  });
  return { phases, step, filters, taps };
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
