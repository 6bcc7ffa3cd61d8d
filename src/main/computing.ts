import { DEFAULT_SETTINGS } from '../shared/settings.ts';
import type { Core } from './core.ts';
import { createDevices } from './engine/devices/choose-device.ts';
import { listDevices } from './engine/devices/list-devices.ts';
import { vulkanLibraryState, watchVulkanLibrary } from './engine/devices/vulkan-library.ts';
import type { OpenEngine } from './engine/engine.ts';
import { createEngines } from './engine/lanes/engine-pool.ts';
import { engineCommand } from './engine/process/engine-process.ts';
import { createStenoEngine } from './engine/process/steno-engine.ts';
import { proofSample } from './models/proof-sample.ts';
import { createCardProofRepository } from './repositories/card-proof.repository.ts';
import { createTranscriptionRepository } from './repositories/jobs/transcription.repository.ts';
import { transcribedLanguages } from './repositories/jobs/transcription-list.ts';
import { createSettingsRepository } from './repositories/settings.repository.ts';
import { createDeviceService } from './services/device.service.ts';
import type { ModelService } from './services/models/model.service.ts';
import type { SettingsService } from './services/settings.service.ts';

/** What stands between the program and its engines. */
export type AroundEngine = (open: OpenEngine) => OpenEngine;

/** What models are computed on, and the engines that do it. */
export function createComputing(
  core: Core,
  settings: Pick<SettingsService, 'get'>,
  around: AroundEngine = (open) => open,
) {
  const { config, clock, logger, db, events, closing } = core;
  const command = engineCommand(config);
  const openEngine = around(createStenoEngine({ command, clock, logger }));
  const deviceChoice = async () => config.device ?? (await settings.get()).device;
  const devices = createDevices({
    openEngine,
    clock,
    logger,
    closing,
    choice: deviceChoice,
    lanes: config.lanes,
    threads: config.threads,
    version: config.version,
    list: () => listDevices(command, closing),
    records: createCardProofRepository(db),
    sample: (signal) => proofSample({ ...core, makeFolder: core.dataFolder.make }, signal),
    onChange: () => events.emit({ type: 'models' }),
  });
  const engines = createEngines(core, devices.open);
  watchVulkanLibrary(config.engineFile, {
    signal: closing,
    onChange: (state) => {
      logger.info({ state }, 'the library for graphics cards');
      devices.lookAgain();
      events.emit({ type: 'models' });
      if (state === 'present') void engines.renew();
    },
  });
  let device = DEFAULT_SETTINGS.device;
  events.subscribe((event) => {
    if (event.type !== 'settings' || event.settings.device === device) return;
    device = event.settings.device;
    void engines.renew();
  });
  return {
    engines,
    deviceFor: devices.deviceFor,
    modelPorts: { openEngine: devices.open, chosenCard: devices.chosen },
    /** What the window and scripts are told of it. */
    served: (models: Pick<ModelService, 'standard'>) => ({
      devices: createDeviceService(core, {
        devices,
        choice: deviceChoice,
        isBeingBuilt: () => vulkanLibraryState(config.engineFile) === 'building',
        standardModel: async () => (await models.standard().catch(() => null))?.path ?? null,
      }),
    }),
  };
}

/** What the database contributes to the choice of a model. */
export function createModelRecords({ db }: Core) {
  const transcriptions = createTranscriptionRepository(db);
  return {
    stored: createSettingsRepository(db),
    isBusy: async () => (await transcriptions.countByStatus('processing')) > 0,
    transcribedLanguages: () => transcribedLanguages(db),
  };
}
