import { SOUND_NUMBERS } from '../sound/window-sound.ts';
import type { VoiceEmbeddings } from '../voice-embeddings.ts';
import builtIn from './within-class.json' with { type: 'json' };

/** How a window is embedded: with the model at each of these speeds, and optionally with acoustic features. */
export type EmbeddingSettings = { speeds: readonly number[]; sound: boolean };

/**
 * How to embed windows with the model of this digest; for other models too little is known to add acoustic features.
 */
export function embeddingSettingsFor(digest: string): EmbeddingSettings {
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
  if (digest !== builtIn.model) return null;
  if (dim !== builtIn.dim && dim !== builtIn.dim - SOUND_NUMBERS) return null;
  const bytes = Buffer.from(builtIn.covariance, 'base64');
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
