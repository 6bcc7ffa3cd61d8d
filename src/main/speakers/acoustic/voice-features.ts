import { createFft } from './fft.ts';

const RATE = 16_000;
const FRAME = 400;
const STEP = 160;
const FFT_SIZE = 512;
const MEL_BANDS = 26;
const MEL_HZ = [60, 7600] as const;
/** c1…c19; c0 is loudness and says nothing about a voice. */
export const CEPSTRA = 19;
const PITCH_HZ = [60, 400] as const;
const VOICED = 0.4;

/** Mean cepstra and the median of the logarithm of the pitch of the voiced frames; null where nothing is voiced. */
export type VoiceFeatures = (samples: Float32Array) => Float32Array | null;

/**
 * Frames of 25 ms every 10 ms, pre-emphasis 0.97, 26 mel bands from 60 to 7600 Hz (Davis and Mermelstein 1980);
 * pitch by autocorrelation. Only voiced, louder frames count.
 */
export function createVoiceFeatures(): VoiceFeatures {
  const fft = createFft(FFT_SIZE);
  const bands = melBands();
  const hamming = Float64Array.from(
    { length: FRAME },
    (_, i) => 0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (FRAME - 1)),
  );
  return (samples) => {
    const frames: Float32Array[] = [];
    const loud = loudness(samples);
    const threshold = loud.toSorted()[Math.floor(loud.length * 0.4)] ?? 0;
    const pitches: number[] = [];
    const sum = new Float32Array(CEPSTRA + 1);
    for (const [index, energy] of loud.entries()) {
      if (energy < threshold || energy === 0) continue;
      const frame = samples.subarray(index * STEP, index * STEP + FRAME);
      const pitch = findPitch(samples.subarray(index * STEP, index * STEP + 2 * FRAME));
      if (pitch === null) continue;
      pitches.push(Math.log(pitch));
      frames.push(cepstraOf(frame, { fft, bands, hamming }));
    }
    if (frames.length < 10) return null;
    for (const frame of frames) {
      for (let c = 0; c < CEPSTRA; c += 1) sum[c] = (sum[c] ?? 0) + (frame[c] ?? 0) / frames.length;
    }
    sum[CEPSTRA] = pitches.toSorted((a, b) => a - b)[pitches.length >> 1] ?? 0;
    return sum;
  };
}

function loudness(samples: Float32Array): Float32Array {
  const count = Math.max(0, Math.floor((samples.length - FRAME) / STEP) + 1);
  return Float32Array.from({ length: count }, (_, index) => {
    const frame = samples.subarray(index * STEP, index * STEP + FRAME);
    return frame.reduce((sum, value) => sum + value * value, 0);
  });
}

/** The lag at which a frame is most like itself, on every second sample: finer says nothing more. */
function findPitch(samples: Float32Array): number | null {
  const [low, high] = [Math.floor(RATE / 2 / PITCH_HZ[1]), Math.floor(RATE / 2 / PITCH_HZ[0])];
  const half = samples.filter((_, index) => index % 2 === 0);
  let best = { lag: 0, fit: VOICED };
  const span = half.length - high;
  if (span < low) return null;
  let energy = 1e-9;
  for (let index = 0; index < span; index += 1) energy += (half[index] ?? 0) ** 2;
  for (let lag = low; lag <= high; lag += 1) {
    let [product, other] = [0, 1e-9];
    for (let index = 0; index < span; index += 1) {
      const later = half[index + lag] ?? 0;
      product += (half[index] ?? 0) * later;
      other += later * later;
    }
    const fit = product / Math.sqrt(energy * other);
    if (fit > best.fit) best = { lag, fit };
  }
  return best.lag === 0 ? null : RATE / 2 / best.lag;
}

type Tools = {
  fft: (re: Float64Array, im: Float64Array) => void;
  bands: Float64Array[];
  hamming: Float64Array;
};

function cepstraOf(frame: Float32Array, { fft, bands, hamming }: Tools): Float32Array {
  const re = new Float64Array(FFT_SIZE);
  const im = new Float64Array(FFT_SIZE);
  frame.forEach((value, index) => {
    re[index] = (value - 0.97 * (frame[index - 1] ?? 0)) * (hamming[index] ?? 0);
  });
  fft(re, im);
  const logs = bands.map((band) => {
    let energy = 1e-10;
    band.forEach((weight, bin) => {
      if (weight > 0) energy += weight * ((re[bin] ?? 0) ** 2 + (im[bin] ?? 0) ** 2);
    });
    return Math.log(energy);
  });
  return Float32Array.from({ length: CEPSTRA }, (_, c) =>
    logs.reduce(
      (sum, value, m) => sum + value * Math.cos(((c + 1) * (m + 0.5) * Math.PI) / MEL_BANDS),
      0,
    ),
  );
}

/** Triangles that are evenly wide in mel. */
function melBands(): Float64Array[] {
  const mel = (hz: number) => 1127 * Math.log(1 + hz / 700);
  const [low, high] = [mel(MEL_HZ[0]), mel(MEL_HZ[1])];
  const edge = (index: number) => low + ((high - low) * index) / (MEL_BANDS + 1);
  return Array.from({ length: MEL_BANDS }, (_, band) =>
    Float64Array.from({ length: FFT_SIZE / 2 + 1 }, (_, bin) => {
      const at = mel((bin * RATE) / FFT_SIZE);
      const rise = (at - edge(band)) / (edge(band + 1) - edge(band));
      const fall = (edge(band + 2) - at) / (edge(band + 2) - edge(band + 1));
      return Math.max(0, Math.min(rise, fall));
    }),
  );
}
