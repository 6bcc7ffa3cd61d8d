import { cpus, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { z } from 'zod';
import { MeasuredSpeed } from '../../shared/models/model-advice.ts';
import { type CatalogueModel, MODEL_CATALOGUE } from '../../shared/models/model-catalogue.ts';
import {
  type CatalogueSpeakerModel,
  SPEAKER_MODEL_CATALOGUE,
} from '../../shared/models/speaker-model-catalogue.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../shared/settings.ts';
import type { Core } from '../core.ts';
import { measureSpeed } from '../engine/bench.ts';
import type { OpenEngine } from '../engine/engine.ts';
import { FETCH_LIMITS, fetchMedia } from '../media/download/fetch-media.ts';
import { createUrlGuard } from '../media/guard/url-guard.ts';
import { MEDIA_POLICY } from '../media/guard/url-policy.ts';
import { createModelService } from '../services/models/model.service.ts';
import { createModelCatalogueService } from '../services/models/model-catalogue.service.ts';
import { createModelDownloadService } from '../services/models/model-download.service.ts';
import { createSpeakerModelService } from '../services/models/speaker-model.service.ts';
import type { SettingsService } from '../services/settings.service.ts';
import type { Labeler } from '../speakers/labeling.ts';
import {
  createLocalModels,
  createLocalSpeakerModels,
  demoModelFile,
  findSpeakerModel,
  findTurnModel,
} from './local-models.ts';

export type Models = ReturnType<typeof createModels>;

type ModelsPorts = {
  catalogue?: readonly CatalogueModel[] | undefined;
  speakerCatalogue?: readonly CatalogueSpeakerModel[] | undefined;
  label: Labeler;
  settings: Pick<SettingsService, 'get'>;
  /** Opens an engine on the usual device: a graphics card that passed its test, or the processor. */
  openEngine: OpenEngine;
  /** The graphics card that models are computed on, if it proves good; null for the processor. */
  chosenCard: () => Promise<{ id: string; memory_total: number } | null>;
  /** Where measurements of this machine are stored: no settings that users see, but kept with them. */
  stored: {
    all: () => Promise<Record<string, unknown>>;
    save: (changed: Record<string, unknown>) => Promise<void>;
  };
  /** Whether recordings are being transcribed. */
  isBusy: () => Promise<boolean>;
  /** The languages of the recordings so far. */
  transcribedLanguages: () => Promise<string[]>;
};

/** The models for transcription and speaker embeddings: their files, their downloads, and which are used. */
export function createModels(
  core: Core,
  {
    catalogue = MODEL_CATALOGUE,
    speakerCatalogue = SPEAKER_MODEL_CATALOGUE,
    label,
    settings,
    openEngine,
    chosenCard,
    stored,
    isBusy,
    transcribedLanguages,
  }: ModelsPorts,
) {
  const { config, dataFolder, clock, logger, closing, port, onStop } = core;
  const machine = async () => {
    const card = await chosenCard();
    const name = `${cpus()[0]?.model ?? ''} · ${config.lanes * config.threads}`;
    if (card === null) return { name, memoryBytes: totalmem() };
    return { name: `${name} · ${card.id}`, memoryBytes: Math.min(totalmem(), card.memory_total) };
  };
  const files = createLocalModels(config, catalogue);
  const speakerFiles = createLocalSpeakerModels(config, {
    label,
    catalogue: speakerCatalogue,
  });
  const speakerModelOf = ({ name }: { name: string }) =>
    speakerCatalogue.find((model) => model.name === name);
  /** Where a model that is not one of the Whisper models is published. */
  const originOf = ({ name }: { name: string }): Origin | null => {
    const speakerModel = speakerModelOf({ name });
    if (speakerModel) return { file: `${name}.onnx`, url: speakerModel.url };
    const file = `ggml-${name}.bin`;
    const origin = catalogue.find((model) => model.name === name)?.origin;
    return origin === undefined ? null : { file, url: `${origin}/${file}` };
  };
  // The user entered the mirror's URL, so it may be on this machine or its network.
  const guard = createUrlGuard({ policy: MEDIA_POLICY, allowPrivate: true, ownPort: port });
  const downloads = createModelDownloadService(core, {
    ports: {
      incoming: files.incoming,
      list: async () => [...(await files.list()), ...(await speakerFiles.list())],
      install: (file, model, signal) =>
        (speakerModelOf(model) ? speakerFiles : files).install(file, model, signal),
      addresses: async (model) => addressesOf(model, originOf(model), await settings.get()),
      fetch: async ({ url, destination, bytes, signal, onProgress }) => {
        await dataFolder.make(dirname(destination));
        await fetchMedia({
          url,
          destination,
          guard,
          clock,
          signal,
          // The user requested it and watches the progress; it occupies no job's slot.
          limits: { ...FETCH_LIMITS, maxBytes: bytes, speedFloor: null },
          onProgress: ({ receivedBytes }) => onProgress(receivedBytes),
        });
      },
    },
    catalogue: [...catalogue, ...speakerCatalogue],
  });
  onStop(downloads.stop);
  return {
    downloads,
    /** The files that speakers are labeled with: for voices, and for turns if one was added. */
    forLabeling: {
      model: () => findSpeakerModel(config, speakerFiles, logger),
      turnModel: () => findTurnModel(speakerFiles, logger),
    },
    speakerModels: createSpeakerModelService(core, {
      files: speakerFiles,
      catalogue: speakerCatalogue,
      downloads,
    }),
    models: createModelService(core, { files, settings }),
    catalogue: createModelCatalogueService(core, {
      catalogue,
      files,
      downloads,
      machine,
      isBusy,
      languages: async () => {
        const { language } = await settings.get();
        const used = [...(language === null ? [] : [language]), ...(await transcribedLanguages())];
        return used.length > 0 ? used : [systemLanguage()];
      },
      remembered: {
        read: async (name) => {
          const found = StoredSpeed.safeParse((await stored.all())['measured_speed']);
          return found.success && found.data.machine === name ? found.data.speed : null;
        },
        write: (name, speed) =>
          stored.save({ measured_speed: { machine: name, speed } satisfies StoredSpeed }),
      },
      measureSpeed: () =>
        measureSpeed(openEngine, {
          signal: closing,
          modelPath: demoModelFile(config),
          threads: config.lanes * config.threads,
        }),
    }),
  };
}

/** The code of the language that the computer is set to. */
function systemLanguage(): string {
  return new Intl.Locale(Intl.DateTimeFormat().resolvedOptions().locale).language;
}

/** A measurement belongs to the processor or card it was made on: a data folder may be moved. */
const StoredSpeed = z.object({ machine: z.string(), speed: MeasuredSpeed });
type StoredSpeed = z.infer<typeof StoredSpeed>;

type Origin = { file: string; url: string };

/** A user's own mirror may lack models that are published elsewhere: they then come from there. */
function addressesOf(
  { name }: { name: string },
  origin: Origin | null,
  { model_mirror }: Settings,
): string[] {
  const mirror = model_mirror.replace(/(?<!\/)\/+$/, '');
  if (origin === null) return [`${mirror}/ggml-${name}.bin`];
  const isOwn = model_mirror !== DEFAULT_SETTINGS.model_mirror;
  return [...(isOwn ? [`${mirror}/${origin.file}`] : []), origin.url];
}
