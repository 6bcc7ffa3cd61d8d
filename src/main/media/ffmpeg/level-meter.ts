export const STEP_MS = 100;

export type LevelMeter = {
  /** Interleaved s16le samples as they come; what is less than a step at the end says nothing. */
  add(chunk: Uint8Array): void;
  /** Three numbers for each step, full scale being 1: the mean squares of left and right, the mean of their product. */
  values(): Float32Array;
  steps(): number;
  /** Of both sides over everything so far: 1 where they hold the same, 0 where they have nothing in common. */
  correlation(): number;
};

/** Measures both sides of stereo samples and keeps 12 bytes for every tenth of a second. */
export function createLevelMeter(rate: number): LevelMeter {
  const size = (rate / 1000) * STEP_MS * 2;
  const scale = (size / 2) * 32_768 ** 2;
  const values: number[] = [];
  const sums = { left: 0, right: 0, product: 0 };
  let rest: Uint8Array = new Uint8Array(0);

  const addStep = (pairs: Int16Array) => {
    let [left, right, product] = [0, 0, 0];
    for (let index = 0; index < pairs.length; index += 2) {
      const [a, b] = [pairs[index] ?? 0, pairs[index + 1] ?? 0];
      left += a * a;
      right += b * b;
      product += a * b;
    }
    values.push(left / scale, right / scale, product / scale);
    sums.left += left / scale;
    sums.right += right / scale;
    sums.product += product / scale;
  };

  return {
    add(chunk) {
      const bytes = Uint8Array.from(Buffer.concat([rest, chunk]));
      const samples = new Int16Array(bytes.buffer, 0, bytes.length >> 1);
      const whole = samples.length - (samples.length % size);
      for (let at = 0; at < whole; at += size) addStep(samples.subarray(at, at + size));
      rest = bytes.subarray(whole * 2);
    },
    values: () => Float32Array.from(values),
    steps: () => values.length / 3,
    correlation: () => Math.abs(sums.product) / Math.max(1e-12, Math.sqrt(sums.left * sums.right)),
  };
}
