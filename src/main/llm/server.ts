/** The port to a language model, and what can go wrong with one. */
import type { Fallback } from '../../shared/transcription/structured.ts';

export type LlmRequest = {
  system: string;
  user: string;
  /** What the answer has to look like, as JSON Schema. */
  schema: Record<string, unknown>;
  temperature: number;
  signal: AbortSignal;
};

export type LlmServer = {
  /** The model's answer as text, which should be JSON. @throws LlmError */
  complete(request: LlmRequest): Promise<string>;
  /** How many tokens a request and its answer may have together. Never throws for a server that does not say. */
  contextTokens(signal: AbortSignal): Promise<number>;
  /** The names of the models there are. @throws LlmError */
  models(signal: AbortSignal): Promise<string[]>;
};

/** How to reach a server: what a person has set, with the key. */
export type LlmAddress = { baseUrl: string; apiKey: string | null };

/** An answer may be this long; also asked for as a limit. */
export const MAX_ANSWER_TOKENS = 1200;

/** Why a language model gave nothing that can be used. */
export class LlmError extends Error {
  readonly reason: Fallback['reason'];

  constructor(reason: Fallback['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LlmError';
    this.reason = reason;
  }

  /** Whether the server itself is in trouble, so that the next request would fare no better. */
  get isTransport(): boolean {
    return ['unreachable', 'timeout', 'refused', 'failed'].includes(this.reason);
  }
}
