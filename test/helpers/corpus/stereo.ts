/** Stereo recordings made of mono ones. */
import { bytesOfS16, noise, SAMPLES_PER_MS, wavHeader } from './audio.ts';
import type { Span } from './diarization-score.ts';

type Samples = Int16Array<ArrayBuffer>;

/** Left and right in turns, as files hold them. */
export function interleave(left: Int16Array, right: Int16Array): Samples {
  return Int16Array.from({ length: left.length * 2 }, (_, index) =>
    Math.round((index % 2 === 0 ? left : right)[index >> 1] ?? 0),
  );
}

/** Interleaved samples of 16 kHz as a WAV file. */
export function stereoWav(interleaved: Int16Array): Buffer {
  const header = wavHeader(interleaved.byteLength);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(64_000, 28);
  header.writeUInt16LE(4, 32);
  return Buffer.concat([header, bytesOfS16(interleaved)]);
}

/** Only what is said in the turns. */
export function keepOnly(samples: Int16Array, turns: readonly Span[]): Samples {
  const kept = new Int16Array(samples.length);
  for (const { startMs, endMs } of turns) {
    const [from, to] = [startMs, endMs].map((ms) => Math.round(ms * SAMPLES_PER_MS));
    kept.set(samples.subarray(from, to), from);
  }
  return kept;
}

/** A weighted sum of recordings of one length. */
export function blend(...parts: (readonly [samples: Int16Array, gain: number])[]): Samples {
  const length = parts[0]?.[0].length ?? 0;
  return Int16Array.from({ length }, (_, index) =>
    parts.reduce((sum, [samples, gain]) => sum + gain * (samples[index] ?? 0), 0),
  );
}

/** The two lines of a call, each with its own noise and a little of the other. */
export function asCall(one: Int16Array, other: Int16Array): Samples {
  const ms = one.length / SAMPLES_PER_MS;
  const line = (near: Int16Array, far: Int16Array, seed: number) =>
    blend([near, 1], [far, 0.03], [noise(ms, -65, seed), 1]);
  return interleave(line(one, other, 1), line(other, one, 2));
}
