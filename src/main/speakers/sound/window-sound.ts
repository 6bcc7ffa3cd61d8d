import { createCepstra } from './cepstra.ts';

/** c1…c19; c0 is loudness, which is not specific to a voice. */
export const CEPSTRA = 19;
/** The number of features: the cepstra and the pitch. */
export const SOUND_NUMBERS = CEPSTRA + 1;
const RATE_PER_MS = 16;
const FRAME = 25 * RATE_PER_MS;
/** Low voices need two periods. */
const PITCH_FRAME = 50 * RATE_PER_MS;
const STEP = 20 * RATE_PER_MS;
const LEAST_FRAMES = 5;
/** The share of a window's frames that are too quiet to be vowels. */
const QUIETER_PART = 0.4;

/** A voiced frame of 25 ms: its pitch in Hz and its cepstra. */
type VoiceFrame = { pitch: number; cepstra: Float32Array };

/**
 * The features of a window of 16 kHz samples: the mean cepstra of its louder, voiced frames, and the median of their
 * log pitches; null if almost nothing is voiced.
 */
export function createWindowSound(): (samples: Float32Array) => Float32Array | null {
  const cepstraOf = createCepstra(CEPSTRA);
  return (samples) => {
    const count = Math.max(0, Math.floor((samples.length - PITCH_FRAME) / STEP) + 1);
    const part = (index: number, length: number) =>
      samples.subarray(index * STEP, index * STEP + length);
    const energies = Array.from({ length: count }, (_, index) => energyOf(part(index, FRAME)));
    const pitchOf = createPitches(samples);
    const frames = louderFrames(energies).flatMap((index): VoiceFrame[] => {
      const pitch = pitchOf(index * STEP);
      return pitch === null ? [] : [{ pitch, cepstra: cepstraOf(part(index, FRAME)) }];
    });
    return frames.length < LEAST_FRAMES ? null : soundOfFrames(frames);
  };
}

/** The indexes of the frames loud enough to be vowels. */
function louderFrames(energies: readonly number[]): number[] {
  const least = energies.toSorted((a, b) => a - b)[Math.floor(energies.length * QUIETER_PART)] ?? 0;
  return energies.flatMap((energy, index) => (energy > 0 && energy >= least ? [index] : []));
}

function energyOf(samples: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < samples.length; index += 1) sum += (samples[index] ?? 0) ** 2;
  return sum;
}

function soundOfFrames(frames: readonly VoiceFrame[]): Float32Array {
  const sound = new Float32Array(SOUND_NUMBERS);
  for (const { cepstra } of frames) {
    for (let c = 0; c < CEPSTRA; c += 1) {
      sound[c] = (sound[c] ?? 0) + (cepstra[c] ?? 0) / frames.length;
    }
  }
  const pitches = frames.map(({ pitch }) => pitch).toSorted((a, b) => a - b);
  sound[CEPSTRA] = Math.log(pitches[pitches.length >> 1] ?? 1);
  return sound;
}

const RATE = 16_000;
const PITCH_HZ = [60, 400] as const;
const VOICED = 0.4;
/** The lag is searched on every fourth sample and refined on every second one. */
const COARSE = 4;
const FINE = 2;

/**
 * The pitch in Hz of the frame of 50 ms from a sample on, a multiple of `COARSE`: the lag with the highest
 * autocorrelation; null if the frame is not voiced. Frames overlap, so what they have in common is thinned once.
 */
function createPitches(samples: Float32Array): (from: number) => number | null {
  const [allCoarse, allFine] = [thin(samples, COARSE), thin(samples, FINE)];
  const low = Math.floor(RATE / COARSE / PITCH_HZ[1]);
  const high = Math.floor(RATE / COARSE / PITCH_HZ[0]);
  const scale = COARSE / FINE;
  return (from) => {
    const coarse = allCoarse.subarray(from / COARSE, (from + PITCH_FRAME) / COARSE);
    const about = bestLag(coarse, { low, high, span: coarse.length - high });
    if (about === null) return null;
    const fine = allFine.subarray(from / FINE, (from + PITCH_FRAME) / FINE);
    const lags = { low: (about - 1) * scale, high: (about + 1) * scale };
    const lag = bestLag(fine, { ...lags, span: fine.length - high * scale - scale });
    return lag === null ? null : RATE / FINE / lag;
  };
}

/** The lag, in samples, at which `span` samples correlate best with later ones; null if none correlates well. */
function bestLag(
  samples: Float32Array,
  { low, high, span }: { low: number; high: number; span: number },
): number | null {
  if (span < low) return null;
  let [energy, later] = [1e-9, 1e-9];
  for (let index = 0; index < span; index += 1) {
    energy += (samples[index] ?? 0) ** 2;
    later += (samples[index + low] ?? 0) ** 2;
  }
  let best = { lag: 0, fit: VOICED };
  for (let lag = low; lag <= high; lag += 1) {
    let product = 0;
    for (let index = 0; index < span; index += 1) {
      product += (samples[index] ?? 0) * (samples[index + lag] ?? 0);
    }
    const fit = product / Math.sqrt(energy * later);
    if (fit > best.fit) best = { lag, fit };
    later += (samples[lag + span] ?? 0) ** 2 - (samples[lag] ?? 0) ** 2;
  }
  return best.lag === 0 ? null : best.lag;
}

/** Downsamples by `step`, averaging, which attenuates higher frequencies. */
function thin(samples: Float32Array, step: number): Float32Array {
  const thinned = new Float32Array(Math.floor(samples.length / step));
  for (let index = 0; index < thinned.length; index += 1) {
    let sum = 0;
    for (let at = index * step; at < (index + 1) * step; at += 1) sum += samples[at] ?? 0;
    thinned[index] = sum / step;
  }
  return thinned;
}
