import type { Segment } from '../../shared/transcription/transcript.ts';
import type { Evidence } from './evidence.ts';

/** What every question to the model about one transcript needs. */
export type WritingContext = {
  /** The transcript's language by its English name, such as `German`. */
  language: string;
  /** How long the text of a request may be. */
  maxTokens: number;
  readEvidence: (said: string) => Evidence;
  segments: readonly Segment[];
  signal: AbortSignal;
};
