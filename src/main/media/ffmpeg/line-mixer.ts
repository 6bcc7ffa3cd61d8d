/** Mixes the two lines of a call to one, the quiet one made louder where it speaks. */
import type { QuietLine } from '../../channels.ts';

/** Around a span, so that the line does not click in. */
const RAMP_MS = 50;

/**
 * Turns interleaved s16le samples, in chunks as they come, into the mean of both sides: what ffmpeg makes of two
 * channels, but for the quiet line's gain. Time stays as it is.
 */
export function createLineMixer(
  { side, gain, spans }: QuietLine,
  rate: number,
): (chunk: Uint8Array) => Uint8Array {
  const perMs = rate / 1000;
  const ramp = RAMP_MS * perMs;
  const quiet = side === 'left' ? 0 : 1;
  let rest: Uint8Array = new Uint8Array(0);
  let at = 0;
  let next = 0;

  /** Asked for one sample after the other. */
  const gainAt = (sample: number): number => {
    let span = spans[next];
    while (span !== undefined && sample >= span.endMs * perMs + ramp) span = spans[++next];
    if (span === undefined) return 1;
    const outside = Math.max(0, span.startMs * perMs - sample, sample - span.endMs * perMs);
    return outside >= ramp ? 1 : gain + (1 - gain) * (outside / ramp);
  };

  return (chunk) => {
    const bytes = Uint8Array.from(Buffer.concat([rest, chunk]));
    const pairs = bytes.length >> 2;
    const samples = new Int16Array(bytes.buffer, 0, pairs * 2);
    rest = bytes.subarray(pairs * 4);
    const mixed = new Int16Array(pairs);
    for (let pair = 0; pair < pairs; pair += 1) {
      const near = samples[pair * 2 + 1 - quiet] ?? 0;
      const far = samples[pair * 2 + quiet] ?? 0;
      const sum = near + far * gainAt(at + pair);
      mixed[pair] = Math.max(-32_768, Math.min(32_767, Math.round(sum / 2)));
    }
    at += pairs;
    return new Uint8Array(mixed.buffer);
  };
}
