/** Where a language model may be and what it gets to see, in words for people who must decide. */
import { type LlmKind, reachOf } from '../../../shared/llm.ts';

export const KIND_NAMES: Record<LlmKind, string> = {
  ollama: 'Ollama',
  'llama.cpp': 'llama.cpp server',
  'lm-studio': 'LM Studio',
  openai: 'Another with OpenAI’s API',
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
