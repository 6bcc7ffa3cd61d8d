import type { Model, ModelList } from '../../shared/api.ts';
import { AppError } from '../errors.ts';
import type { EventBus } from '../events.ts';
import type { SettingRepository } from '../repositories/setting.repository.ts';

type ModelFile = {
  name: string;
  path: string;
  bytes: number;
  multilingual: boolean;
  demo: boolean;
};

/** What the service needs of the model files. */
export type ModelFiles = {
  folder: string;
  list(): Promise<ModelFile[]>;
  find(nameOrPath: string): Promise<ModelFile>;
  add(path: string, name?: string): Promise<ModelFile>;
  remove(name: string): Promise<void>;
};

const DEFAULT_MODEL = 'default_model';

export type ModelService = ReturnType<typeof createModelService>;

export function createModelService({
  files,
  settings,
  configured,
  events,
}: {
  files: ModelFiles;
  settings: SettingRepository;
  /** The name or file given at start, which wins over the stored default. */
  configured: string | null;
  events: EventBus;
}) {
  /** Configured, else chosen, else a real one, else the demo model. */
  const findDefault = async (): Promise<ModelFile | null> => {
    if (configured !== null) return files.find(configured);
    const models = await files.list();
    const chosen = await settings.get(DEFAULT_MODEL);
    return models.find((model) => model.name === chosen) ?? models[0] ?? null;
  };

  return {
    /** The file to transcribe with. @throws model_missing, model_invalid */
    async resolve(name: string | null): Promise<ModelFile> {
      const model = name === null ? await findDefault() : await files.find(name);
      if (!model) throw new AppError('model_missing');
      return model;
    },

    /** @throws model_missing. A name only: over the API nobody may point at files. */
    async check(name: string): Promise<void> {
      const models = await files.list();
      if (!models.some((model) => model.name === name)) {
        throw new AppError('invalid_request', {
          param: 'model',
          message: `There is no model named "${name}".`,
        });
      }
    },

    async list(): Promise<ModelList> {
      const standard = await findDefault().catch(() => null);
      const models = await files.list();
      return { data: models.map((model) => toModel(model, standard)), folder: files.folder };
    },

    /** The first real model becomes the default, because the demo model is only there to try things. */
    async add(path: string, name?: string): Promise<Model> {
      const added = await files.add(path, name);
      if ((await settings.get(DEFAULT_MODEL)) === null) {
        await settings.set(DEFAULT_MODEL, added.name);
      }
      events.emit({ type: 'models' });
      return toModel(added, await findDefault());
    },

    async remove(name: string): Promise<void> {
      await files.remove(name);
      if ((await settings.get(DEFAULT_MODEL)) === name) await settings.remove(DEFAULT_MODEL);
      events.emit({ type: 'models' });
    },
  };
}

function toModel(model: ModelFile, standard: ModelFile | null): Model {
  return {
    name: model.name,
    bytes: model.bytes,
    multilingual: model.multilingual,
    demo: model.demo,
    default: model.path === standard?.path,
  };
}
