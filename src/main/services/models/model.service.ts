import type { Readable } from 'node:stream';
import type { ImportModelQuery, Model, ModelList } from '../../../shared/models/models.ts';
import { AppError } from '../../core/errors.ts';
import type { Core } from '../../core.ts';
import { createTranscriptionRepository } from '../../repositories/jobs/transcription.repository.ts';
import type { Principal } from '../principal.ts';
import type { SettingsService } from '../settings.service.ts';

export type ModelFile = Pick<
  Model,
  'name' | 'bytes' | 'architecture' | 'multilingual' | 'translates' | 'trust'
> & {
  path: string;
  builtIn: boolean;
  /** The codes of the languages it knows; null for all that Whisper knows. */
  languages: readonly string[] | null;
};

/** A model whose file was found to be the one that was added, and the digest of it. */
type VerifiedModel = ModelFile & { sha256: string };

export type ModelFiles = {
  folder: string;
  list(): Promise<ModelFile[]>;
  find(nameOrPath: string): Promise<ModelFile>;
  verify(path: string): Promise<string>;
  receive(
    content: Readable,
    options: { filename: string; name?: string | undefined; confirmed: boolean },
    signal?: AbortSignal,
  ): Promise<ModelFile>;
  confirm(name: string): Promise<ModelFile>;
  remove(name: string): Promise<void>;
};

export type ModelService = ReturnType<typeof createModelService>;

/** The installed models: which one is used, adding and removing them. */
export function createModelService(
  { db, config, events, dataFolder }: Pick<Core, 'db' | 'config' | 'events' | 'dataFolder'>,
  { files, settings }: { files: ModelFiles; settings: Pick<SettingsService, 'get'> },
) {
  const { usesModel } = createTranscriptionRepository(db);
  /** The usable models in order of preference: set for the language, set for all, added first; the demo model last. */
  const preferred = async (language: string | null): Promise<ModelFile[]> => {
    const [installed, { model, language_models }] = [await files.list(), await settings.get()];
    const wanted = [language === null ? undefined : language_models[language], model];
    const named = wanted.flatMap((name) => installed.filter((one) => one.name === name));
    return [...named, ...installed.filter((one) => one.trust !== 'unknown')];
  };
  /**
   * The default model: the one configured at start, else the preferred one. Parakeet is passed over for a language that
   * it does not know, if there is another model.
   */
  const standard = async (language: string | null = null): Promise<ModelFile | null> => {
    if (config.model !== null) return files.find(config.model);
    const models = await preferred(language);
    const first = models[0] ?? null;
    if (first?.architecture !== 'parakeet' || supportsLanguage(first, language)) return first;
    return models.find((one) => isWhisper(one) && supportsLanguage(one, language)) ?? first;
  };

  const isInstalled = async (name: string): Promise<boolean> =>
    (await files.list()).some((model) => model.name === name);

  const changed = async (file: ModelFile): Promise<Model> => {
    events.emit({ type: 'models' });
    return toModel(file, await standard().catch(() => null));
  };

  return {
    /** The model for requests that name none, not yet verified. */
    standard,
    isInstalled,

    /**
     * The verified model file to transcribe with. @throws model_missing, model_invalid, model_altered,
     * model_unconfirmed
     */
    async resolve(name: string | null, language: string | null): Promise<VerifiedModel> {
      const model = name === null ? await standard(language) : await files.find(name);
      if (!model) throw new AppError('model_missing');
      return { ...model, sha256: await files.verify(model.path) };
    },

    /** The verified model file with this digest; one with this name is looked at first. Null if there is none. */
    async withDigest(sha256: string, name = ''): Promise<VerifiedModel | null> {
      const used = await standard().catch(() => null);
      const installed = [...(await files.list()), ...(used ? [used] : [])];
      for (const model of installed.toSorted((a, b) => isNamed(b, name) - isNamed(a, name))) {
        const own = await files.verify(model.path).catch(() => null);
        if (own === sha256) return { ...model, sha256 };
      }
      return null;
    },

    /**
     * The verified Whisper model that tells languages apart for a model that cannot, and transcribes what that one
     * cannot; null if there is none. The demo model cannot do that reliably. @throws model_altered
     */
    async languageDetector(): Promise<VerifiedModel | null> {
      const model = (await preferred(null)).find((one) => isWhisper(one) && one.multilingual);
      return model ? { ...model, sha256: await files.verify(model.path) } : null;
    },

    /** @throws invalid_request. Accepts a name only: API callers must not refer to files. */
    async check(name: string, param = 'model'): Promise<void> {
      if (!(await isInstalled(name))) {
        throw new AppError('invalid_request', {
          param,
          message: `There is no model named "${name}".`,
        });
      }
    },

    /** @throws translation_unsupported when the model that would be used now cannot translate */
    async checkTranslates(name: string | null, language: string | null): Promise<void> {
      const model = name === null ? await standard(language) : await files.find(name);
      if (model && !model.translates) {
        throw new AppError('translation_unsupported', { param: 'translate' });
      }
    },

    /** Only the window sees where the files are stored. */
    async list(principal: Principal): Promise<ModelList> {
      const chosen = await standard().catch(() => null);
      const models = await files.list();
      const folder = principal.kind === 'window' ? files.folder : null;
      return { object: 'list', data: models.map((model) => toModel(model, chosen)), folder };
    },

    /** Stores a model's bytes. @throws as `receive` of the model files */
    async add(
      content: Readable,
      { filename, name, confirmed }: ImportModelQuery,
      signal: AbortSignal,
    ): Promise<Model> {
      const options = { filename, name, confirmed: confirmed === 'true' };
      return changed(await dataFolder.during(() => files.receive(content, options, signal)));
    },

    /** The user vouches for an unconfirmed model. @throws not_found, model_invalid */
    async confirm(name: string): Promise<Model> {
      return changed(await files.confirm(name));
    },

    /** @throws not_found, model_in_use */
    async remove(name: string): Promise<void> {
      if (await usesModel(name)) throw new AppError('model_in_use');
      await dataFolder.during(() => files.remove(name));
      events.emit({ type: 'models' });
    },
  };
}

/** An added one: the demo model knows a few hundred words of every language. */
function isWhisper({ architecture, builtIn }: ModelFile): boolean {
  return architecture === 'whisper' && !builtIn;
}

const isNamed = (model: ModelFile, name: string): number => Number(model.name === name);

function supportsLanguage({ languages }: ModelFile, language: string | null): boolean {
  return language === null || languages === null || languages.includes(language);
}

function toModel(model: ModelFile, standard: ModelFile | null): Model {
  const { name, bytes, architecture, multilingual, translates, builtIn, trust } = model;
  return {
    ...{ name, bytes, architecture, multilingual, translates, trust },
    id: name,
    object: 'model',
    owned_by: 'steno',
    demo: builtIn,
    default: model.path === standard?.path,
  };
}
