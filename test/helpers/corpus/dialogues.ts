/** Dialogues put together from recordings of single voices, with exact truth about who speaks when. */
import { seededRandom } from '../../../src/main/speakers/grouping/group-voices.ts';
import { SAMPLES_PER_MS } from './audio.ts';
import type { Span, Turn } from './diarization-score.ts';

/** A voice and what it says, 16 kHz. */
export type Voice = { name: string; clips: readonly Int16Array[] };

export type Dialogue = {
  samples: Int16Array<ArrayBuffer>;
  truth: Turn[];
  /** Pauses of 0.2 s and more inside turns, which are neither speech nor silence. */
  pauses: Span[];
};

type DialogueOptions = {
  voices: readonly Voice[];
  durationMs: number;
  seed: number;
  /** The longest turn; the shortest is a second. */
  maxTurnMs?: number;
  /** From the end of one turn to the start of the next; below 0 they overlap. */
  gapMs?: readonly [least: number, most: number];
};

const MIN_TURN_MS = 1000;
const MIN_PAUSE_MS = 200;
const FRAME_MS = 10;

/** Turns of 1–8 s, 0.2 s overlap to 1 s of silence between them, each voice up to 6 dB louder or quieter. */
export function composeDialogue(options: DialogueOptions): Dialogue {
  const { voices, durationMs, seed, maxTurnMs = 8000, gapMs = [-200, 1000] } = options;
  const random = seededRandom(seed);
  const between = (least: number, most: number) => Math.round(least + random() * (most - least));
  const gains = voices.map(() => 10 ** (between(-6, 6) / 20));
  const readers = voices.map((voice) => createReader(voice, between(0, 1_000_000)));
  const samples = new Int16Array(durationMs * SAMPLES_PER_MS);
  const truth: Turn[] = [];
  const pauses: Span[] = [];
  let last = -1;
  for (let atMs = 300; ; ) {
    const others = voices.flatMap((_, index) => (index === last && voices.length > 1 ? [] : index));
    const unused = others.filter((index) => !truth.some((t) => t.speaker === voices[index]?.name));
    const choice = unused.length > 0 ? unused : others;
    const index = choice[between(0, choice.length - 1)] ?? 0;
    const voice = voices[index];
    const clip = readers[index]?.(between(MIN_TURN_MS, maxTurnMs));
    if (!voice || !clip) throw new Error('There is no voice to speak.');
    const endMs = atMs + clip.length / SAMPLES_PER_MS;
    if (endMs > durationMs) return { samples, truth, pauses };
    mix(samples, clip, atMs, gains[index] ?? 1);
    truth.push({ startMs: atMs, endMs, speaker: voice.name });
    pauses.push(...findPauses(clip, atMs));
    last = index;
    atMs = Math.max(0, endMs + between(gapMs[0], gapMs[1]));
  }
}

/** Hands out segments of a voice, one after the other, never across two clips; starts again at the end. */
function createReader({ clips }: Voice, start: number): (ms: number) => Int16Array {
  let clip = start % Math.max(1, clips.length);
  let at = 0;
  return (ms) => {
    const whole = clips[clip] ?? new Int16Array(0);
    const end = Math.min(whole.length, at + ms * SAMPLES_PER_MS);
    const piece = whole.subarray(at, end - (end % (FRAME_MS * SAMPLES_PER_MS)));
    at = end;
    if (whole.length - at < MIN_TURN_MS * SAMPLES_PER_MS) {
      clip = (clip + 1) % clips.length;
      at = 0;
    }
    return piece;
  };
}

/** Where a clean clip is 35 dB below its loudest for long enough; also before its first and after its last sound. */
function findPauses(clip: Int16Array, atMs: number): Span[] {
  const size = FRAME_MS * SAMPLES_PER_MS;
  const levels = Array.from({ length: Math.floor(clip.length / size) }, (_, frame) =>
    Math.sqrt(
      clip.subarray(frame * size, (frame + 1) * size).reduce((s, v) => s + v * v, 0) / size,
    ),
  );
  const quiet = Math.max(...levels) * 10 ** (-35 / 20);
  const pauses: Span[] = [];
  let start = 0;
  for (let frame = 0; frame <= levels.length; frame += 1) {
    if (frame < levels.length && (levels[frame] ?? 0) < quiet) continue;
    if ((frame - start) * FRAME_MS >= MIN_PAUSE_MS) {
      pauses.push({ startMs: atMs + start * FRAME_MS, endMs: atMs + frame * FRAME_MS });
    }
    start = frame + 1;
  }
  return pauses;
}

function mix(target: Int16Array, clip: Int16Array, atMs: number, gain: number): void {
  const offset = atMs * SAMPLES_PER_MS;
  clip.forEach((sample, index) => {
    target[offset + index] = clamp((target[offset + index] ?? 0) + sample * gain);
  });
}

/** White noise so far below the speech. */
export function addNoise(
  samples: Int16Array,
  snrDb: number,
  seed: number,
): Int16Array<ArrayBuffer> {
  const random = seededRandom(seed);
  const peak = speechLevel(samples) * 10 ** (-snrDb / 20) * Math.sqrt(3);
  return Int16Array.from(samples, (sample) => clamp(sample + (random() * 2 - 1) * peak));
}

/** A room with a decay of `rt60Ms`: the sound itself and several hundred echoes that die away. */
export function addRoom(
  samples: Int16Array,
  rt60Ms: number,
  seed: number,
): Int16Array<ArrayBuffer> {
  const random = seededRandom(seed);
  const wet = Float32Array.from(samples);
  const echoes = 400;
  for (let echo = 0; echo < echoes; echo += 1) {
    const delayMs = 3 + random() ** 0.7 * rt60Ms * 0.7;
    const delay = Math.round(delayMs * SAMPLES_PER_MS);
    const gain = (random() < 0.5 ? -1 : 1) * 0.11 * 10 ** ((-3 * delayMs) / rt60Ms);
    for (let index = delay; index < samples.length; index += 1) {
      wet[index] = (wet[index] ?? 0) + gain * (samples[index - delay] ?? 0);
    }
  }
  return Int16Array.from(wet, (value) => clamp(value * 0.7));
}

/** A telephone: 300–3400 Hz in 8 bits of µ-law. */
export function addPhone(samples: Int16Array): Int16Array<ArrayBuffer> {
  let signal = Float64Array.from(samples);
  for (const kind of ['high', 'low', 'high', 'low'] as const) {
    signal = biquad(signal, kind, kind === 'high' ? 300 : 3400);
  }
  return Int16Array.from(signal, (value) => {
    const x = Math.min(1, Math.abs(value) / 32_768);
    const code = Math.round((Math.log1p(255 * x) / Math.log(256)) * 127) / 127;
    return clamp(Math.sign(value) * ((256 ** code - 1) / 255) * 32_768);
  });
}

/** A second-order Butterworth filter (the cookbook of R. Bristow-Johnson, Q = 1/√2). */
function biquad(input: Float64Array, kind: 'high' | 'low', hz: number): Float64Array<ArrayBuffer> {
  const w = (2 * Math.PI * hz) / (SAMPLES_PER_MS * 1000);
  const alpha = Math.sin(w) / Math.SQRT2;
  const cos = Math.cos(w);
  const side = kind === 'low' ? (1 - cos) / 2 : (1 + cos) / 2;
  const middle = kind === 'low' ? 1 - cos : -(1 + cos);
  const output = new Float64Array(input.length);
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  input.forEach((x, index) => {
    const y = (side * x + middle * x1 + side * x2 + 2 * cos * y1 - (1 - alpha) * y2) / (1 + alpha);
    [x2, x1, y2, y1] = [x1, x, y1, y];
    output[index] = y;
  });
  return output;
}

/** The root mean square of the louder half of all 10 ms frames. */
function speechLevel(samples: Int16Array): number {
  const size = FRAME_MS * SAMPLES_PER_MS;
  const powers = Array.from({ length: Math.floor(samples.length / size) }, (_, frame) =>
    samples.subarray(frame * size, (frame + 1) * size).reduce((s, v) => s + v * v, 0),
  ).toSorted((a, b) => b - a);
  const loud = powers.slice(0, Math.ceil(powers.length / 2));
  return Math.sqrt(loud.reduce((sum, power) => sum + power, 0) / (loud.length * size || 1));
}

function clamp(value: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(value)));
}
