/**
 * The likeliest speaker at each step of a sequence in which people go on speaking (Viterbi): `fits` holds one row of
 * `count` numbers a step, and going from one speaker to another at step `i` costs `change(i)`.
 */
export function followSpeakers(
  fits: Float32Array,
  count: number,
  change: (step: number) => number,
): Int32Array {
  const steps = fits.length / count;
  const from = new Int16Array(fits.length);
  let scores = Float64Array.from(fits.subarray(0, count));
  for (let step = 1; step < steps; step += 1) {
    const leader = indexOfMax(scores);
    const switched = (scores[leader] ?? 0) - change(step);
    const next = new Float64Array(count);
    for (let speaker = 0; speaker < count; speaker += 1) {
      const stayed = scores[speaker] ?? 0;
      from[step * count + speaker] = stayed >= switched ? speaker : leader;
      next[speaker] = Math.max(stayed, switched) + (fits[step * count + speaker] ?? 0);
    }
    scores = next;
  }
  const labels = new Int32Array(steps);
  let speaker = indexOfMax(scores);
  for (let step = steps - 1; step >= 0; step -= 1) {
    labels[step] = speaker;
    speaker = from[step * count + speaker] ?? 0;
  }
  return labels;
}

function indexOfMax(values: Float64Array): number {
  return values.reduce((best, value, index) => (value > (values[best] ?? 0) ? index : best), 0);
}
