import type { LlmSettings, LlmSettingsInput } from '../../shared/llm.ts';
import {
  type CookieBrowser,
  DEFAULT_SETTINGS,
  Settings,
  SettingsPatch,
} from '../../shared/settings.ts';
import type { Core } from '../core.ts';
import { createSettingsRepository } from '../repositories/settings.repository.ts';

export type SettingsService = ReturnType<typeof createSettingsService>;

/** What the person has set, with defaults for the rest. */
export function createSettingsService(
  { db, events, logger }: Pick<Core, 'db' | 'events' | 'logger'>,
  {
    check,
  }: {
    /** Throws for values that mean nothing on this machine, such as a model that is not there. */
    check: (patch: SettingsPatch) => Promise<void>;
  },
) {
  const settings = createSettingsRepository(db);
  /** As they are stored, with what nobody else may see. */
  const read = async (): Promise<SettingsPatch> => {
    const stored = await settings.all();
    const merged: SettingsPatch = {};
    for (const name of Object.keys(DEFAULT_SETTINGS)) {
      if (!(name in stored)) continue;
      // A value another version wrote must not keep the service from working.
      const known = SettingsPatch.safeParse({ [name]: stored[name] });
      if (known.success) Object.assign(merged, known.data);
      else
        logger.warn({ setting: name }, 'a stored setting is not understood, its default is used');
    }
    return merged;
  };

  const get = async (): Promise<Settings> => {
    const { llm = null, ...rest } = await read();
    return Settings.parse({ ...DEFAULT_SETTINGS, ...rest, llm: llm && withoutKey(llm) });
  };

  /** The stored key, for the server it was given for and for no other. */
  const llmKeyFor = async (baseUrl: string): Promise<string | null> => {
    const { llm } = await read();
    return llm && originOf(llm) === URL.parse(baseUrl)?.origin ? (llm.api_key ?? null) : null;
  };

  return {
    get,
    llmKeyFor,

    /** The language model's server with its key. */
    async llm(): Promise<LlmSettingsInput | null> {
      return (await read()).llm ?? null;
    },

    /** Whether a language model is to improve structured texts, afterwards. */
    async wantsImproving(): Promise<boolean> {
      return ((await read()).llm ?? null) !== null;
    },

    /** Whose cookies the person lets platforms see. */
    async cookiesFrom(): Promise<CookieBrowser | null> {
      return (await get()).cookies_from_browser;
    },

    /** Changes what is given, and tells the window. */
    async update(patch: SettingsPatch): Promise<Settings> {
      await check(patch);
      const { llm } = patch;
      const keepsKey = llm && llm.api_key === undefined;
      const key = keepsKey ? { api_key: await llmKeyFor(llm.base_url) } : {};
      await settings.save(llm ? { ...patch, llm: { ...llm, ...key } } : patch);
      const now = await get();
      events.emit({ type: 'settings', settings: now });
      return now;
    },
  };
}

function withoutKey({ api_key: key, ...shown }: LlmSettingsInput): LlmSettings {
  return { ...shown, has_api_key: typeof key === 'string' };
}

function originOf({ base_url: address }: LlmSettingsInput): string | undefined {
  return URL.parse(address)?.origin;
}
