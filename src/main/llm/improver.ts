import type { LlmSettingsInput } from '../../shared/llm.ts';
import type { Structured } from '../../shared/transcription/structured.ts';
import type { Core } from '../core.ts';
import { type ImproveInput, improve } from './improve.ts';
import { openServer } from './open-server.ts';

/** Improves structured texts by the language model that is set at the time; null when none is. */
export function createImprover(
  { clock }: Pick<Core, 'clock'>,
  settings: () => Promise<LlmSettingsInput | null>,
) {
  return async (input: ImproveInput): Promise<Structured | null> => {
    const llm = await settings();
    if (llm === null) return null;
    const { kind, base_url: baseUrl, model, api_key: apiKey = null } = llm;
    const server = openServer({ kind, baseUrl, model, apiKey }, clock);
    return improve(input, { server, model, clock });
  };
}
