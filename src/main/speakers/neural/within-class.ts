import { z } from 'zod';
import { SOUND_NUMBERS } from '../sound/window-sound.ts';
import type { VoiceEmbeddings } from '../voice-embeddings.ts';
import type { Hearing } from './hear-voices.ts';
import builtIn from './within-class.json' with { type: 'json' };

/** The within-class covariance of one speaker model's embeddings; computed by scripts/learn-voices.ts. */
export const WithinClass = z
  .object({
    /** SHA-256 of the model's file: another model's numbers have another meaning. */
    model: z.string().regex(/^[0-9a-f]{64}$/),
    /** How many speakers it was estimated from. */
    voices: z.int().positive(),
    /** The speeds at which each window is embedded: two speeds distinguish voices better than one. */
    speeds: z.array(z.number().positive()).min(1),
    /** The dimension of all embeddings together, followed by the acoustic features. */
    dim: z.int().positive(),
    /** The lower triangle of the covariance, row by row: little-endian 32-bit floats in base64. */
    covariance: z.base64(),
  })
  .refine(
    ({ dim, covariance }) => Buffer.from(covariance, 'base64').length === dim * (dim + 1) * 2,
    'The covariance has another size.',
  );
export type WithinClass = z.infer<typeof WithinClass>;

/**
 * How to embed windows with the model of this digest; for other models too little is known to add acoustic features.
 */
export function hearingFor(digest: string): Hearing {
  if (digest !== builtIn.model) return { speeds: [1], sound: false };
  return { speeds: builtIn.speeds, sound: true };
}

/**
 * The covariance for rows of this model with acoustic features, or without them as earlier versions stored them: the
 * lower triangle of a square matrix; null for other models, and for rows of fewer speeds.
 */
export function withinClassOf({
  digest,
  dim,
}: Pick<VoiceEmbeddings, 'digest' | 'dim'>): Float64Array | null {
  const learnt = WithinClass.parse(builtIn);
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
