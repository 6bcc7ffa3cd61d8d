import { createHash } from 'node:crypto';
import { z } from 'zod';
import learnt from './between-voices.json' with { type: 'json' };
import { type FrameSums, SUMMED } from './frame-sums.ts';
import { whitenFrames } from './gaussian.ts';

const NUMBERS = 1 + (SUMMED * (SUMMED + 1)) / 2;
const Row = z.array(z.number()).length(NUMBERS);

/** How people differ from each other and from themselves by pitch and sound; made by scripts/learn-acoustic-voices.ts. */
export const BetweenVoices = z
  .object({
    /** How many people it was learnt from. */
    voices: z.int().positive(),
    /** Of the numbers that describe a voice, `voiceNumbers`. */
    mean: Row,
    /** The directions in which people differ most; along each, one person varies by 1 from recording to recording. */
    directions: z.array(Row).min(1),
    /** The variance of people along each. */
    between: z.array(z.number().positive()),
    /** The likelihood ratio's logarithm from which two are one person: fewer than 1 % of pairs of two people reach it. */
    same: z.number(),
  })
  .refine(
    ({ directions, between }) => directions.length === between.length,
    'A direction has no variance.',
  );
export type BetweenVoices = z.infer<typeof BetweenVoices>;

const known = BetweenVoices.parse(learnt);
/** Less than about 13 s of speech says too little about a voice. */
const LEAST_FRAMES = 600;
/** As a part of how far people are from the mean on average: nearly all pieces of real voices are nearer. */
const FARTHEST = 1.35;

/** How many numbers a profile has. */
export const PROFILE_NUMBERS = known.directions.length;
/** Profiles of what was learnt anew mean something else. */
export const ACOUSTIC_SPACE = `acoustic ${PROFILE_NUMBERS} ${digestOf(JSON.stringify(learnt))}`;
/** From which logarithm of the likelihood ratio on two profiles are one person's. */
export const SAME_ACOUSTIC_VOICE = known.same;

/** A voice by pitch and sound, so that other recordings can be compared; null of too little speech, and of odd sounds. */
export function describeVoice(frames: FrameSums): Float32Array | null {
  return frames.count < LEAST_FRAMES ? null : project(known, voiceNumbers(frames));
}

/**
 * The mean pitch, and how the frames vary: the map that whitens them, row by row, each as parts of its last number, of
 * which the logarithm is taken. The mean of the cepstra is left out, for it is the microphone's as much as the voice's.
 */
export function voiceNumbers(frames: FrameSums): Float32Array {
  const { mean, columns } = whitenFrames(frames);
  const numbers = [mean[0] ?? 0];
  for (let row = 0; row < SUMMED; row += 1) {
    const last = columns[row]?.[row] ?? 1;
    for (const column of columns.slice(0, row)) numbers.push((column[row] ?? 0) / last);
    numbers.push(Math.log(last));
  }
  return Float32Array.from(numbers);
}

/**
 * Along the learnt directions, in spreads of one person. Null of what is farther from the mean than nearly all voices
 * are: two people in the same loud noise would be alike in that alone.
 */
export function project(
  { mean, directions, between }: Pick<BetweenVoices, 'mean' | 'directions' | 'between'>,
  numbers: Float32Array,
): Float32Array | null {
  const along = Float32Array.from(directions, (direction) =>
    direction.reduce((sum, value, at) => sum + value * ((numbers[at] ?? 0) - (mean[at] ?? 0)), 0),
  );
  const usual = Math.sqrt(between.reduce((sum, spread) => sum + spread + 1, 0));
  return Math.hypot(...along) > FARTHEST * usual ? null : along;
}

/**
 * How much likelier one person is than two, as a logarithm: the two-covariance model (Brümmer and de Villiers 2010), in
 * which people are normally distributed around the mean of all, and recordings around their person.
 */
export function likelihoodRatio(
  a: Float32Array,
  b: Float32Array,
  between: readonly number[] = known.between,
): number {
  return between.reduce((sum, spread, axis) => {
    const [x, y, whole] = [a[axis] ?? 0, b[axis] ?? 0, spread + 1];
    const volume = whole ** 2 - spread ** 2;
    const together = (whole * (x * x + y * y) - 2 * spread * x * y) / volume + Math.log(volume);
    const apart = (x * x + y * y) / whole + 2 * Math.log(whole);
    return sum + (apart - together) / 2;
  }, 0);
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
