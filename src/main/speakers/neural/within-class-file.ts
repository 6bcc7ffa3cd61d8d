/** What within-class.json holds; tests check it, so that the process that tells speakers apart loads no parser. */
import { z } from 'zod';

/** The within-class covariance of one speaker model's embeddings; computed by scripts/estimate-within-class.ts. */
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
