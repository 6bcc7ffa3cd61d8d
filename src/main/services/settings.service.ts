import { access, constants } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, parse } from 'node:path';
import type {
  LlmModelList,
  LlmServerInput,
  LlmSettings,
  LlmSettingsInput,
} from '../../shared/llm.ts';
import {
  type CookieBrowser,
  DEFAULT_SETTINGS,
  Settings,
  SettingsPatch,
} from '../../shared/settings.ts';
import type { Core } from '../core.ts';
import { AppError } from '../errors.ts';
import { isFolder, isWithin, realPath } from '../people-folders.ts';
import { createSettingsRepository } from '../repositories/settings.repository.ts';

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
    return llm && originOf(llm) === URL.parse(baseUrl)?.origin ? (llm.api_key ?? null) : null;
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

function originOf({ base_url: address }: LlmSettingsInput): string | undefined {
  return URL.parse(address)?.origin;
}

/** Pseudo file systems of the operating system. */
const SYSTEM_FOLDERS = ['/proc', '/sys', '/dev', '/run'];
/** Where the system mounts memory cards and USB sticks. */
const REMOVABLE = '/run/media';

/** Rejects settings that are invalid on this machine or would do harm. @throws invalid_request */
export async function checkSettings(
  { model, language_models = {}, watch_folder, auto_export }: SettingsPatch,
  {
    dataDir,
    checkModel,
  }: { dataDir: string; checkModel: (name: string, param: string) => Promise<void> },
): Promise<void> {
  if (model) await checkModel(model, 'model');
  for (const name of Object.values(language_models)) await checkModel(name, 'language_models');
  if (watch_folder) refuse('watch_folder', await problemOf(watch_folder, dataDir));
  const folder = auto_export?.folder ?? null;
  if (folder !== null) refuse('auto_export', await problemOfTarget(folder, dataDir));
}

function refuse(param: string, message: string | null): void {
  if (message !== null) throw new AppError('invalid_request', { param, message });
}

/** Why nothing can be exported into a folder; null if it can. */
async function problemOfTarget(path: string, dataDir: string): Promise<string | null> {
  if (!isAbsolute(path) || !(await isFolder(path))) {
    return 'There is no such folder. Give its whole path, such as /home/ann/Texts.';
  }
  const folder = await realPath(path);
  if (isOfTheSystem(folder)) {
    return `This folder belongs to the system. Choose a folder of your own, such as ${join(homedir(), 'Texts')}.`;
  }
  if (isWithin(folder, await realPath(dataDir))) {
    return 'Steno keeps its own files in this folder. Choose another.';
  }
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  return isWritable ? null : 'Steno may not write into this folder. Choose another.';
}

/** Why a folder cannot be watched, since all recordings in and below it are transcribed; null if it can. */
async function problemOf(path: string, dataDir: string): Promise<string | null> {
  const there = isAbsolute(path) && (await isFolder(path));
  if (!there) return 'There is no such folder. Give its whole path, such as /home/ann/Recordings.';
  const folder = await realPath(path);
  const data = await realPath(dataDir);
  const home = await realPath(homedir());
  const example = join(home, 'Recordings');
  if (folder === parse(folder).root) {
    return `This is a whole disk. Choose the folder with your recordings, such as ${example}.`;
  }
  if (isOfTheSystem(folder)) {
    return `This folder belongs to the system. Choose a folder of your own, such as ${example}.`;
  }
  if (isWithin(home, folder)) {
    return `All that you have lies in this folder. Choose one inside your home folder, such as ${example}.`;
  }
  if (isWithin(folder, data)) {
    return 'Steno keeps its own files in this folder. Choose another.';
  }
  if (isWithin(data, folder)) {
    return `Steno's own files lie inside this folder, in ${data}. Choose another.`;
  }
  return null;
}

function isOfTheSystem(folder: string): boolean {
  const isRemovable = folder !== REMOVABLE && isWithin(folder, REMOVABLE);
  return !isRemovable && SYSTEM_FOLDERS.some((system) => isWithin(folder, system));
}

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
