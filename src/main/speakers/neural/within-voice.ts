import { z } from 'zod';
import { SOUND_NUMBERS } from '../sound/window-sound.ts';
import type { VoicePrints } from '../voice-prints.ts';
import type { Hearing } from './hear-voices.ts';
import builtIn from './within-voice.json' with { type: 'json' };

/** How one voice differs from itself from window to window, as one speaker model hears it; made by scripts/learn-voices.ts. */
export const WithinVoice = z
  .object({
    /** SHA-256 of the model's file: the numbers of another model mean something else. */
    model: z.string().regex(/^[0-9a-f]{64}$/),
    /** How many people it was learnt from. */
    voices: z.int().positive(),
    /** How fast each window is played to the model, one after the other: two hearings tell voices apart better than one. */
    speeds: z.array(z.number().positive()).min(1),
    /** Of the numbers of all hearings together, and of the sound after them. */
    dim: z.int().positive(),
    /** The lower triangle of the covariance, row by row: little-endian 32-bit floats in base64. */
    covariance: z.base64(),
  })
  .refine(
    ({ dim, covariance }) => Buffer.from(covariance, 'base64').length === dim * (dim + 1) * 2,
    'The covariance has another size.',
  );
export type WithinVoice = z.infer<typeof WithinVoice>;

/** How the model with this digest hears windows; of other models too little is known to mix in how voices sound. */
export function hearingFor(digest: string): Hearing {
  if (digest !== builtIn.model) return { speeds: [1], sound: false };
  return { speeds: builtIn.speeds, sound: true };
}

/**
 * What was learnt for rows of this model with their sounds, or, as earlier versions made them, without: the lower triangle
 * of a square matrix; null for other models, and for rows of fewer hearings.
 */
export function withinVoiceOf({
  digest,
  dim,
}: Pick<VoicePrints, 'digest' | 'dim'>): Float64Array | null {
  const learnt = WithinVoice.parse(builtIn);
  if (digest !== learnt.model) return null;
  if (dim !== learnt.dim && dim !== learnt.dim - SOUND_NUMBERS) return null;
  const bytes = Buffer.from(learnt.covariance, 'base64');
  const matrix = new Float64Array(dim * dim);
  let at = 0;
  for (let row = 0; row < dim; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      matrix[row * dim + column] = bytes.readFloatLE(at);
      at += 4;
    }
  }
  return matrix;
}
