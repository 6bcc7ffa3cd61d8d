/** Where a language model may be and what it gets to see, in words for people who must decide. */
import { type LlmKind, reachOf } from '../../../shared/llm.ts';
import type { Fallback, Generator } from '../../../shared/transcription/structured.ts';

export const KIND_NAMES: Record<LlmKind, string> = {
  ollama: 'Ollama',
  'llama.cpp': 'llama.cpp server',
  'lm-studio': 'LM Studio',
  openai: 'Other (OpenAI-compatible)',
};

/** Where each listens unless told otherwise; the others have no usual place. */
export const USUAL_ADDRESSES: Record<LlmKind, string> = {
  ollama: 'http://127.0.0.1:11434',
  'llama.cpp': 'http://127.0.0.1:8080',
  'lm-studio': 'http://127.0.0.1:1234',
  openai: '',
};

const REACHES = {
  machine:
    'It is on this computer: nothing leaves it unless the program passes it on, as Ollama does for models with “cloud” in their names.',
  network: 'It is on your network: what was said leaves this computer.',
  internet:
    'It is on the internet: what was said leaves this computer, and whoever runs the server can read it.',
};

/** Where what is sent to an address goes; `null` while it is no address yet. */
export function describeReach(address: string): string | null {
  const reach = reachOf(address.trim());
  return reach && REACHES[reach];
}

const REASONS: Record<Fallback['reason'], string> = {
  unreachable: 'its server did not answer',
  timeout: 'it took too long',
  refused: 'its server refused',
  failed: 'its server failed',
  truncated: 'its answer was cut off',
  not_json: 'its answer could not be read',
  wrong_shape: 'its answer could not be read',
  wrong_language: 'it answered in another language',
  not_supported: 'it said what nobody had said',
};

/** Who worded titles and summary; `null` where they are the recording's own words and no model was asked. */
export function describeGenerator({ mode, model, pending, fallbacks }: Generator): string | null {
  if (pending) return 'Titles and summary are being rewritten.';
  if (model === null) return null;
  const reason = REASONS[fallbacks[0]?.reason ?? 'failed'];
  if (mode === 'llm') return `Written by ${model} and checked against the transcript.`;
  if (mode === 'mixed') return `Written in part by ${model}; for the rest, ${reason}.`;
  return `In the recording’s own words. ${model} was asked, but ${reason}.`;
}
