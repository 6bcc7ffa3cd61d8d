import { join } from 'node:path';
import { type CatalogueModel, MODEL_CATALOGUE } from '../../shared/models/model-catalogue.ts';
import { SPEAKER_MODEL_CATALOGUE } from '../../shared/models/speaker-model-catalogue.ts';
import type { SpeakerModelTask } from '../../shared/models/speaker-models.ts';
import type { Config } from '../core/config.ts';
import { AppError } from '../core/errors.ts';
import type { Logger } from '../core/logger.ts';
import { isShortage } from '../core/system-errors.ts';
import { modelInUse } from '../services/models/speaker-model.service.ts';
import type { Labeler } from '../speakers/labeling.ts';
import { checkSpeakerModel, readSpeakerHeader } from '../speakers/neural/speaker-model-file.ts';
import { checkModelFile } from './check-model-file.ts';
import { readSpeechModelHeader, type SpeechModelHeader } from './model-file.ts';
import { createModelStore, type KnownModel, type ModelStore } from './model-store.ts';

/** The small model that ships with Steno. */
export function demoModelFile(config: Config): string {
  return join(config.resourcesDir, 'models', 'demo.bin');
}

/** The models of this data folder; the service and the command line share these files. */
export function createLocalModels(
  config: Config,
  catalogue: readonly CatalogueModel[] = MODEL_CATALOGUE,
): ModelStore<SpeechModelHeader> {
  return createModelStore({
    folder: join(config.dataDir, 'models'),
    extension: '.bin',
    builtIn: { name: 'demo', file: demoModelFile(config) },
    catalogue,
    readHeader: readSpeechModelHeader,
    check: (path) => checkModelFile(config, path),
    // Only the engine says what another kind of file is, or what is wrong with a file.
    refuse: (path) =>
      checkModelFile(config, path).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'model_invalid') throw error;
      }),
  });
}

type Folders = Pick<Config, 'dataDir' | 'resourcesDir'>;

/** The speaker models of this data folder, in addition to the Whisper models. */
export function createLocalSpeakerModels(
  config: Folders,
  {
    label,
    catalogue = SPEAKER_MODEL_CATALOGUE,
  }: { label: Labeler; catalogue?: readonly KnownModel[] },
) {
  return createModelStore({
    folder: join(config.dataDir, 'models'),
    extension: '.onnx',
    builtIn: { name: 'built-in', file: builtInFile(config) },
    catalogue,
    readHeader: readSpeakerHeader,
    check: (path) => checkSpeakerModel(label, path, builtInFile(config)),
  });
}

/** The verified file to tell voices apart with: the model added last, else the built-in one. */
export async function findSpeakerModel(
  config: Folders,
  files: SpeakerModelFiles,
  logger: Logger,
): Promise<string> {
  return (await findVerified(files, 'voices', logger)) ?? builtInFile(config);
}

/** The verified turn model that was added last; null if there is none. */
export function findTurnModel(files: SpeakerModelFiles, logger: Logger): Promise<string | null> {
  return findVerified(files, 'turns', logger);
}

type SpeakerModelFiles = Pick<ReturnType<typeof createLocalSpeakerModels>, 'list' | 'verify'>;

async function findVerified(
  files: SpeakerModelFiles,
  task: SpeakerModelTask,
  logger: Logger,
): Promise<string | null> {
  const model = modelInUse(await files.list(), task);
  if (!model) return null;
  try {
    await files.verify(model.path);
    return model.path;
  } catch (error) {
    if (isShortage(error)) throw error;
    logger.warn({ err: error, model: model.name }, 'a speaker model is not used');
    return null;
  }
}

function builtInFile({ resourcesDir }: Folders): string {
  return join(resourcesDir, 'models', 'speaker.onnx');
}
