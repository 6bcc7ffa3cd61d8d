const RATE = 16_000;
const FRAME = 400;
const FFT_SIZE = 512;
const BINS = FFT_SIZE / 2 + 1;
const MEL_BANDS = 26;
const MEL_HZ = [60, 7600] as const;
const PRE_EMPHASIS = 0.97;

/** The cepstra c1…c`count` of a frame of 400 samples: 26 mel bands from 60 to 7600 Hz (Davis and Mermelstein 1980). */
export function createCepstra(count: number): (frame: Float32Array) => Float32Array {
  const fft = createFft(FFT_SIZE);
  const bands = melBands();
  const hamming = Float64Array.from(
    { length: FRAME },
    (_, i) => 0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (FRAME - 1)),
  );
  const cosines = Float64Array.from({ length: count * MEL_BANDS }, (_, at) => {
    const [c, band] = [Math.floor(at / MEL_BANDS), at % MEL_BANDS];
    return Math.cos(((c + 1) * (band + 0.5) * Math.PI) / MEL_BANDS);
  });
  const re = new Float64Array(FFT_SIZE);
  const im = new Float64Array(FFT_SIZE);
  const logs = new Float64Array(MEL_BANDS);
  return (frame) => {
    re.fill(0);
    im.fill(0);
    for (let index = 0; index < frame.length; index += 1) {
      const before = frame[index - 1] ?? 0;
      re[index] = ((frame[index] ?? 0) - PRE_EMPHASIS * before) * (hamming[index] ?? 0);
    }
    fft(re, im);
    bands.forEach((filter, band) => {
      logs[band] = Math.log(bandEnergy(filter, re, im));
    });
    const cepstra = new Float32Array(count);
    for (let c = 0; c < count; c += 1) {
      for (let band = 0; band < MEL_BANDS; band += 1) {
        const cosine = cosines[c * MEL_BANDS + band] ?? 0;
        cepstra[c] = (cepstra[c] ?? 0) + (logs[band] ?? 0) * cosine;
      }
    }
    return cepstra;
  };
}

/** The weight of each bin, from the first non-zero one. */
type Band = { from: number; weights: Float64Array };

function bandEnergy({ from, weights }: Band, re: Float64Array, im: Float64Array): number {
  let energy = 1e-10;
  for (let at = 0; at < weights.length; at += 1) {
    const bin = from + at;
    energy += (weights[at] ?? 0) * ((re[bin] ?? 0) ** 2 + (im[bin] ?? 0) ** 2);
  }
  return energy;
}

/** Triangular filters of equal width in mel. */
function melBands(): Band[] {
  const mel = (hz: number) => 1127 * Math.log(1 + hz / 700);
  const [low, high] = [mel(MEL_HZ[0]), mel(MEL_HZ[1])];
  const edge = (index: number) => low + ((high - low) * index) / (MEL_BANDS + 1);
  return Array.from({ length: MEL_BANDS }, (_, band) => {
    const weights = Float64Array.from({ length: BINS }, (_, bin) => {
      const at = mel((bin * RATE) / FFT_SIZE);
      const rise = (at - edge(band)) / (edge(band + 1) - edge(band));
      const fall = (edge(band + 2) - at) / (edge(band + 2) - edge(band + 1));
      return Math.max(0, Math.min(rise, fall));
    });
    const from = weights.findIndex((weight) => weight > 0);
    return { from, weights: weights.slice(from, weights.findLastIndex((w) => w > 0) + 1) };
  });
}

/** A radix-2 fast Fourier transform of a fixed size, in place on separate real and imaginary parts. */
function createFft(size: number): (re: Float64Array, im: Float64Array) => void {
  const bits = Math.log2(size);
  const cos = Float64Array.from({ length: size / 2 }, (_, k) => Math.cos((2 * Math.PI * k) / size));
  const sin = Float64Array.from({ length: size / 2 }, (_, k) => Math.sin((2 * Math.PI * k) / size));
  const reversed = Uint32Array.from({ length: size }, (_, index) => {
    let result = 0;
    for (let bit = 0; bit < bits; bit += 1) result = (result << 1) | ((index >> bit) & 1);
    return result;
  });
  return (re, im) => {
    for (let index = 0; index < size; index += 1) {
      const other = reversed[index] ?? 0;
      if (other <= index) continue;
      swap(re, index, other);
      swap(im, index, other);
    }
    for (let half = 1; half < size; half *= 2) {
      const step = size / (2 * half);
      for (let start = 0; start < size; start += 2 * half) {
        for (let k = 0; k < half; k += 1) {
          const c = cos[k * step] ?? 0;
          const s = sin[k * step] ?? 0;
          const a = start + k;
          const b = a + half;
          const real = (re[b] ?? 0) * c + (im[b] ?? 0) * s;
          const imaginary = (im[b] ?? 0) * c - (re[b] ?? 0) * s;
          re[b] = (re[a] ?? 0) - real;
          im[b] = (im[a] ?? 0) - imaginary;
          re[a] = (re[a] ?? 0) + real;
          im[a] = (im[a] ?? 0) + imaginary;
        }
      }
    }
  };
}

function swap(values: Float64Array, a: number, b: number): void {
  const value = values[a] ?? 0;
  values[a] = values[b] ?? 0;
  values[b] = value;
}
