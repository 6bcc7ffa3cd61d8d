import type { LlmSettings, LlmSettingsInput } from '../../shared/llm.ts';
import {
  type CookieBrowser,
  DEFAULT_SETTINGS,
  Settings,
  SettingsPatch,
} from '../../shared/settings.ts';
import type { Core } from '../core.ts';
import { createSettingsRepository } from '../repositories/settings.repository.ts';
import { checkAutomaticExport, checkWatchFolder } from './folder-checks.ts';

export type SettingsService = ReturnType<typeof createSettingsService>;

/** The user's settings, with defaults for the rest. */
export function createSettingsService(
  { db, events, logger }: Pick<Core, 'db' | 'events' | 'logger'>,
  {
    check,
  }: {
    /** Throws for values that are invalid on this machine, such as a model that is not installed. */
    check: (patch: SettingsPatch) => Promise<void>;
  },
) {
  const settings = createSettingsRepository(db);
  /** The stored values, including secrets. */
  const read = async (): Promise<SettingsPatch> => {
    const stored = await settings.all();
    const merged: SettingsPatch = {};
    for (const name of Object.keys(DEFAULT_SETTINGS)) {
      if (!(name in stored)) continue;
      // A value that another version wrote must not break the service.
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

  /** The stored key, only for the server it was entered for. */
  const llmKeyFor = async (baseUrl: string): Promise<string | null> => {
    const { llm } = await read();
    return llm && URL.parse(llm.base_url)?.origin === URL.parse(baseUrl)?.origin
      ? (llm.api_key ?? null)
      : null;
  };

  return {
    get,
    llmKeyFor,

    /** The language model's server with its key. */
    async llm(): Promise<LlmSettingsInput | null> {
      return (await read()).llm ?? null;
    },

    /** Whether a language model improves structured texts afterwards. */
    async wantsImproving(): Promise<boolean> {
      return ((await read()).llm ?? null) !== null;
    },

    /** The browser whose cookies the user allows yt-dlp to send to platforms. */
    async cookiesFrom(): Promise<CookieBrowser | null> {
      return (await get()).cookies_from_browser;
    },

    /** Changes the given settings and notifies the window. */
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

/** Rejects settings that are invalid on this machine or would do harm. @throws invalid_request */
export async function checkSettings(
  { model, language_models = {}, watch_folder, watch_project_id, auto_export }: SettingsPatch,
  {
    checkModel,
    checkProject,
    ...core
  }: Pick<Core, 'config' | 'lookAtFolder'> & {
    checkModel: (name: string, param: string) => Promise<void>;
    checkProject: (id: string, param: string) => Promise<void>;
  },
): Promise<void> {
  if (model) await checkModel(model, 'model');
  for (const name of Object.values(language_models)) await checkModel(name, 'language_models');
  if (watch_folder) await checkWatchFolder(watch_folder, core);
  if (watch_project_id) await checkProject(watch_project_id, 'watch_project_id');
  if (auto_export) await checkAutomaticExport(auto_export, core);
}
