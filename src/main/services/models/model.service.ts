import type { Readable } from 'node:stream';
import type { ImportModelQuery, Model, ModelList } from '../../../shared/models/models.ts';
import type { Core } from '../../core.ts';
import { AppError } from '../../errors.ts';
import { createTranscriptionRepository } from '../../repositories/jobs/transcription.repository.ts';
import type { Principal } from '../principal.ts';
import type { SettingsService } from '../settings.service.ts';

export type ModelFile = Pick<Model, 'name' | 'bytes' | 'multilingual' | 'translates' | 'trust'> & {
  path: string;
  builtIn: boolean;
};

/** What the service needs from the model files. */
export type ModelFiles = {
  folder: string;
  list(): Promise<ModelFile[]>;
  find(nameOrPath: string): Promise<ModelFile>;
  verify(path: string): Promise<void>;
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
  { db, config, events }: Pick<Core, 'db' | 'config' | 'events'>,
  { files, settings }: { files: ModelFiles; settings: Pick<SettingsService, 'get'> },
) {
  const { usesModel } = createTranscriptionRepository(db);
  /**
   * The default model: the one configured at start, else the one set for the language, else the one set for all, else
   * the one added first, else the demo model.
   */
  const standard = async (language: string | null = null): Promise<ModelFile | null> => {
    if (config.model !== null) return files.find(config.model);
    const [installed, { model, language_models }] = [await files.list(), await settings.get()];
    const wanted = [language === null ? undefined : language_models[language], model];
    const named = wanted.map((name) => installed.find((one) => one.name === name));
    return named.find(Boolean) ?? installed.find((one) => one.trust !== 'unknown') ?? null;
  };

  const changed = async (file: ModelFile): Promise<Model> => {
    events.emit({ type: 'models' });
    return toModel(file, await standard().catch(() => null));
  };

  return {
    /** The model for requests that name none, not yet verified. */
    standard,

    /**
     * The verified model file to transcribe with. @throws model_missing, model_invalid, model_altered,
     * model_unconfirmed
     */
    async resolve(name: string | null, language: string | null): Promise<ModelFile> {
      const model = name === null ? await standard(language) : await files.find(name);
      if (!model) throw new AppError('model_missing');
      await files.verify(model.path);
      return model;
    },

    /** @throws invalid_request. Accepts a name only: API callers must not refer to files. */
    async check(name: string, param = 'model'): Promise<void> {
      const models = await files.list();
      if (!models.some((model) => model.name === name)) {
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
      return changed(await files.receive(content, options, signal));
    },

    /** The user vouches for an unconfirmed model. @throws not_found, model_invalid */
    async confirm(name: string): Promise<Model> {
      return changed(await files.confirm(name));
    },

    /** @throws not_found, model_in_use */
    async remove(name: string): Promise<void> {
      if (await usesModel(name)) throw new AppError('model_in_use');
      await files.remove(name);
      events.emit({ type: 'models' });
    },
  };
}

function toModel(model: ModelFile, standard: ModelFile | null): Model {
  const { name, bytes, multilingual, translates, builtIn, trust } = model;
  return {
    ...{ name, id: name, object: 'model', owned_by: 'steno' },
    bytes,
    multilingual,
    translates,
    demo: builtIn,
    trust,
    default: model.path === standard?.path,
  };
}
