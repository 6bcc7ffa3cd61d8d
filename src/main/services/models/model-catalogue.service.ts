import {
  estimateSpeed,
  type MeasuredSpeed,
  memoryNeeded,
  recommendModel,
} from '../../../shared/models/model-advice.ts';
import { type CatalogueModel, PARAKEET_HELPER } from '../../../shared/models/model-catalogue.ts';
import type {
  CatalogueEntry,
  ModelCatalogue,
  ModelDownload,
} from '../../../shared/models/models.ts';
import type { Core } from '../../core.ts';
import type { ModelFile } from './model.service.ts';

/** How long the first response waits for the machine to be measured. */
const PATIENCE_MS = 3000;
/** Minimum time between two measurements. */
const PAUSE_MS = 60_000;
/** While recordings are transcribed, how often to check whether they have finished. */
const LOOK_AGAIN_MS = 5000;
/** Other programs slow a measurement down, so the best of this many counts. */
const MEASUREMENTS = 5;

export type ModelCatalogueService = ReturnType<typeof createModelCatalogueService>;

/** The available models, with their expected performance on this machine. */
export function createModelCatalogueService(
  { events, clock, closing }: Pick<Core, 'events' | 'clock' | 'closing'>,
  {
    catalogue,
    files,
    downloads,
    machine,
    measureSpeed,
    isBusy,
    remembered,
    languages,
  }: {
    catalogue: readonly CatalogueModel[];
    files: { list(): Promise<ModelFile[]> };
    downloads: { list(): Promise<ModelDownload[]> };
    /** The device that models run on: its name, and its memory for them in bytes. */
    machine: () => Promise<{ name: string; memoryBytes: number }>;
    /** Takes under a second on an idle machine; rejects if no engine is built. */
    measureSpeed: () => Promise<MeasuredSpeed>;
    /** Whether recordings are being transcribed, which distorts a measurement. */
    isBusy: () => Promise<boolean>;
    /** The best measurement on this machine from earlier runs. */
    remembered: {
      read: (machine: string) => Promise<MeasuredSpeed | null>;
      write: (machine: string, speed: MeasuredSpeed) => Promise<void>;
    };
    /** The codes of the languages that are used here. */
    languages: () => Promise<readonly string[]>;
  },
) {
  let measured: MeasuredSpeed | null = null;
  let measuredOn: string | null = null;
  let measuring: Promise<void> | null = null;
  let count = 0;
  let lastAt = Number.NEGATIVE_INFINITY;

  /** Waits until nothing is transcribed, and starts over if a job interrupted it. */
  const measureIdle = async (): Promise<MeasuredSpeed> => {
    for (;;) {
      if (!(await isBusy())) {
        const now = await measureSpeed();
        if (!(await isBusy())) return now;
      }
      await clock.sleep(LOOK_AGAIN_MS, closing);
    }
  };

  const measure = async (name: string): Promise<void> => {
    const now = await measureIdle().catch(() => null);
    if (now && name === measuredOn) {
      measured = measured ? best(now, measured) : now;
      count++;
      await remembered.write(name, measured).catch(() => {});
    }
    lastAt = clock.mono();
    measuring = null;
    events.emit({ type: 'models' });
  };

  /** Measures on demand; on a busy machine the caller waits only briefly, and only the first time. */
  const waitForSpeed = async (name: string): Promise<void> => {
    if (name !== measuredOn) {
      // Another card, or none: the measurement does not apply to it.
      [measuredOn, measured, count, lastAt] = [name, null, 0, Number.NEGATIVE_INFINITY];
    }
    measured ??= await remembered.read(name).catch(() => null);
    if (measuring || count >= MEASUREMENTS || clock.mono() - lastAt < PAUSE_MS) return;
    measuring = measure(name);
    if (measured) return;
    const enough = new AbortController();
    const patience = clock.sleep(PATIENCE_MS, enough.signal).catch(() => {});
    await Promise.race([measuring, patience]);
    enough.abort();
  };

  return {
    async list(): Promise<ModelCatalogue> {
      const { name: machineName, memoryBytes } = await machine();
      await waitForSpeed(machineName);
      const [installed, running] = await Promise.all([files.list(), downloads.list()]);
      const speed = measured;
      const suitable = recommendModel({
        memoryBytes,
        measured: speed,
        languages: await languages(),
      });
      const isHelped = installed.some(
        ({ architecture, multilingual, builtIn }) =>
          architecture === 'whisper' && multilingual && !builtIn,
      );
      const toEntry = ({ origin: _, ...model }: CatalogueModel): CatalogueEntry => ({
        ...model,
        memory_bytes: memoryNeeded(model),
        speed: speed && roughly(estimateSpeed(model, speed)),
        recommended: model.name === suitable.name,
        helper: model.size === 'parakeet' && !isHelped ? PARAKEET_HELPER : null,
        installed: installed.some(({ name }) => name === model.name),
        download: running.find(({ name }) => name === model.name) ?? null,
      });
      return { data: catalogue.map(toEntry), measuring: measured === null && measuring !== null };
    },
  };
}

function roughly(speed: number | null): number | null {
  return speed === null ? null : Number(speed.toPrecision(2));
}

function best(one: MeasuredSpeed, other: MeasuredSpeed): MeasuredSpeed {
  return {
    shape: one.shape,
    encodeMs: Math.min(one.encodeMs, other.encodeMs),
    decodeMs: Math.min(one.decodeMs, other.decodeMs),
  };
}
