/** The sound of a recording that is being made, as it is heard: its tracks mixed, and which of them is the louder. Pure. */
import type { TimeSpan } from '../../shared/time.ts';

const SAMPLES_A_MS = 16;

/** Samples of interleaved tracks. */
export type Tracks = { samples: Int16Array; count: number };

export function tracksOf(bytes: Uint8Array, count: number): Tracks {
  const whole = bytes.slice(0, bytes.length - (bytes.length % (2 * count)));
  return { samples: new Int16Array(whole.buffer), count };
}

/** All tracks as one, each as loud as it is; sums louder than full scale are limited to it. */
export function mixed({ samples, count }: Tracks): Uint8Array {
  if (count === 1) return new Uint8Array(samples.buffer);
  const sums = new Int16Array(samples.length / count);
  for (let at = 0; at < sums.length; at++) {
    let sum = 0;
    for (let track = 0; track < count; track++) sum += samples[at * count + track] ?? 0;
    sums[at] = Math.max(-32_768, Math.min(32_767, sum));
  }
  return new Uint8Array(sums.buffer);
}

/**
 * The track that is the loudest in a span. What the loudspeakers play into the microphone is softer there than in the
 * computer's own track.
 */
export function loudestTrack({ samples, count }: Tracks, { startMs, endMs }: TimeSpan): number {
  const powers = new Float64Array(count);
  const [from, to] = [startMs, endMs].map((ms) => Math.round(ms * SAMPLES_A_MS) * count) as [
    number,
    number,
  ];
  for (let at = from; at < Math.min(to, samples.length); at++) {
    powers[at % count] = (powers[at % count] ?? 0) + (samples[at] ?? 0) ** 2;
  }
  return powers.indexOf(Math.max(...powers));
}
