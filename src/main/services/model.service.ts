import type { Model, ModelList } from '../../shared/api.ts';
import { AppError } from '../errors.ts';

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
};

export type ModelService = ReturnType<typeof createModelService>;

export function createModelService({
  files,
  configured,
}: {
  files: ModelFiles;
  /** The name or file given at start. */
  configured: string | null;
}) {
  /** The configured one, else the real one that was added first, else the demo model. */
  const findDefault = async (): Promise<ModelFile | null> => {
    if (configured !== null) return files.find(configured);
    return (await files.list())[0] ?? null;
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
