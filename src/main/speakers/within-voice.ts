import { z } from 'zod';
import builtIn from './within-voice.json' with { type: 'json' };

/** How one voice differs from itself from window to window, as one speaker model hears it; made by scripts/learn-voices.ts. */
export const WithinVoice = z
  .object({
    /** SHA-256 of the model's file: the numbers of another model mean something else. */
    model: z.string().regex(/^[0-9a-f]{64}$/),
    /** How many people it was learnt from. */
    voices: z.int().positive(),
    dim: z.int().positive(),
    /** The lower triangle of the covariance, row by row: little-endian 32-bit floats in base64. */
    covariance: z.base64(),
  })
  .refine(
    ({ dim, covariance }) => Buffer.from(covariance, 'base64').length === dim * (dim + 1) * 2,
    'The covariance has another size.',
  );
export type WithinVoice = z.infer<typeof WithinVoice>;

/** What was learnt for the model with this digest: the lower triangle of a square matrix; null for other models. */
export function withinVoiceOf(
  digest: string | null,
  learnt: WithinVoice = builtIn,
): Float64Array | null {
  const { model, dim, covariance } = WithinVoice.parse(learnt);
  if (digest !== model) return null;
  const bytes = Buffer.from(covariance, 'base64');
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
