import {
  estimateSpeed,
  type MeasuredSpeed,
  memoryNeeded,
  recommendModel,
} from '../../../shared/models/model-advice.ts';
import type { CatalogueModel } from '../../../shared/models/model-catalogue.ts';
import type {
  CatalogueEntry,
  ModelCatalogue,
  ModelDownload,
} from '../../../shared/models/models.ts';
import type { Core } from '../../core.ts';
import type { ModelFile } from './model.service.ts';

/** How long the first answer waits for the machine to be measured. */
const PATIENCE_MS = 3000;
/** No measurement before this after another. */
const PAUSE_MS = 60_000;
/** While recordings are transcribed, how often it is looked whether that is over. */
const LOOK_AGAIN_MS = 5000;
/** Other programs make a measurement worse: the best of so many counts. */
const MEASUREMENTS = 5;

export type ModelCatalogueService = ReturnType<typeof createModelCatalogueService>;

/** The models that can be had, and what they would be like on this machine. */
export function createModelCatalogueService(
  { events, clock, closing }: Pick<Core, 'events' | 'clock' | 'closing'>,
  {
    catalogue,
    files,
    downloads,
    memoryBytes,
    measureSpeed,
    isBusy,
    remembered,
  }: {
    catalogue: readonly CatalogueModel[];
    files: { list(): Promise<ModelFile[]> };
    downloads: { list(): Promise<ModelDownload[]> };
    memoryBytes: number;
    /** Takes under a second on an idle machine; rejects where no engine is built. */
    measureSpeed: () => Promise<MeasuredSpeed>;
    /** Whether recordings are being transcribed: what is measured beside that says little. */
    isBusy: () => Promise<boolean>;
    /** The best that was measured on this machine before this start. */
    remembered: {
      read: () => Promise<MeasuredSpeed | null>;
      write: (speed: MeasuredSpeed) => Promise<void>;
    };
  },
) {
  let measured: MeasuredSpeed | null = null;
  let measuring: Promise<void> | null = null;
  let count = 0;
  let lastAt = Number.NEGATIVE_INFINITY;

  /** Waits until nothing is transcribed, and begins anew where something came in between. */
  const measureIdle = async (): Promise<MeasuredSpeed> => {
    for (;;) {
      if (!(await isBusy())) {
        const now = await measureSpeed();
        if (!(await isBusy())) return now;
      }
      await clock.sleep(LOOK_AGAIN_MS, closing);
    }
  };

  const measure = async (): Promise<void> => {
    const now = await measureIdle().catch(() => null);
    if (now) {
      measured = measured ? best(now, measured) : now;
      count++;
      await remembered.write(measured).catch(() => {});
    }
    lastAt = clock.mono();
    measuring = null;
    events.emit({ type: 'models' });
  };

  /** Measures when somebody wants to know; a busy machine makes nobody wait long, and only the first time. */
  const waitForSpeed = async (): Promise<void> => {
    measured ??= await remembered.read().catch(() => null);
    if (measuring || count >= MEASUREMENTS || clock.mono() - lastAt < PAUSE_MS) return;
    measuring = measure();
    if (measured) return;
    const enough = new AbortController();
    const patience = clock.sleep(PATIENCE_MS, enough.signal).catch(() => {});
    await Promise.race([measuring, patience]);
    enough.abort();
  };

  return {
    async list(): Promise<ModelCatalogue> {
      await waitForSpeed();
      const [installed, running] = await Promise.all([files.list(), downloads.list()]);
      const speed = measured;
      const suitable = recommendModel({ memoryBytes, measured: speed });
      const toEntry = (model: CatalogueModel): CatalogueEntry => ({
        ...model,
        memory_bytes: memoryNeeded(model),
        speed: speed && Number(estimateSpeed(model, speed).toPrecision(2)),
        recommended: model.name === suitable.name,
        installed: installed.some(({ name }) => name === model.name),
        download: running.find(({ name }) => name === model.name) ?? null,
      });
      return { data: catalogue.map(toEntry), measuring: measured === null && measuring !== null };
    },
  };
}

function best(one: MeasuredSpeed, other: MeasuredSpeed): MeasuredSpeed {
  return {
    shape: one.shape,
    encodeMs: Math.min(one.encodeMs, other.encodeMs),
    decodeMs: Math.min(one.decodeMs, other.decodeMs),
  };
}
