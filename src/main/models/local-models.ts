import { join } from 'node:path';
import { type CatalogueModel, MODEL_CATALOGUE } from '../../shared/models/model-catalogue.ts';
import type { Config } from '../config.ts';
import { readWhisperHeader, type WhisperHeader } from '../engine/models/model-file.ts';
import { createModelStore, type ModelStore } from '../engine/models/models.ts';
import { checkModel } from '../engine/process/check-model.ts';
import { engineCommand } from '../engine/process/engine-process.ts';

/** The small model that comes with Steno. */
export function demoModelFile(config: Config): string {
  return join(config.resourcesDir, 'models', 'demo.bin');
}

/** The models of this data folder; the service and the command line both work on these files. */
export function createLocalModels(
  config: Config,
  catalogue: readonly CatalogueModel[] = MODEL_CATALOGUE,
): ModelStore<WhisperHeader> {
  return createModelStore({
    folder: join(config.dataDir, 'models'),
    extension: '.bin',
    builtIn: { name: 'demo', file: demoModelFile(config) },
    catalogue,
    readHeader: readWhisperHeader,
    check: async (modelPath) => {
      await checkModel({ command: engineCommand(config), modelPath });
    },
  });
}
