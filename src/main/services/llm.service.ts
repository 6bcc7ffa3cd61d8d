import type { LlmModelList, LlmServerInput } from '../../shared/llm.ts';
import type { Core } from '../core.ts';
import type { SettingsService } from './settings.service.ts';

export type LlmService = ReturnType<typeof createLlmService>;

/** Tests a language model's server before it is configured. */
export function createLlmService(
  { closing }: Pick<Core, 'closing'>,
  {
    settings,
    listModels,
  }: {
    settings: SettingsService;
    /** @throws llm_unreachable, llm_refused, llm_failed */
    listModels: (
      server: { kind: LlmServerInput['kind']; baseUrl: string; apiKey: string | null },
      signal: AbortSignal,
    ) => Promise<string[]>;
  },
) {
  return {
    /** The server's models, in its own order. Without a key, the stored one is used if the server is the same. */
    async models({ kind, base_url: baseUrl, api_key }: LlmServerInput): Promise<LlmModelList> {
      const apiKey = api_key === undefined ? await settings.llmKeyFor(baseUrl) : api_key;
      const names = await listModels({ kind, baseUrl, apiKey }, closing);
      return { data: names.map((name) => ({ name })) };
    },
  };
}
