/** A radix-2 Fourier transform of a fixed size, in place on separate real and imaginary parts. */
export function createFft(size: number): (re: Float64Array, im: Float64Array) => void {
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
