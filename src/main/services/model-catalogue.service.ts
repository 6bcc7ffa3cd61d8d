import {
  estimateSpeed,
  type MeasuredSpeed,
  memoryNeeded,
  recommendModel,
} from '../../shared/model-advice.ts';
import type { CatalogueModel } from '../../shared/model-catalogue.ts';
import type { CatalogueEntry, ModelCatalogue, ModelDownload } from '../../shared/models.ts';
import type { Clock } from '../clock.ts';
import type { EventBus } from '../events.ts';
import type { ModelFile } from './model.service.ts';

/** How long the first answer waits for the machine to be measured. */
const PATIENCE_MS = 3000;
/** A machine that could not be measured is not tried again before this. */
const PAUSE_MS = 60_000;

export type ModelCatalogueService = ReturnType<typeof createModelCatalogueService>;

/** The models that can be had, and what they would be like on this machine. */
export function createModelCatalogueService({
  catalogue,
  files,
  downloads,
  memoryBytes,
  measureSpeed,
  events,
  clock,
}: {
  catalogue: readonly CatalogueModel[];
  files: { list(): Promise<ModelFile[]> };
  downloads: { list(): Promise<ModelDownload[]> };
  memoryBytes: number;
  /** Takes under a second on an idle machine; rejects where no engine is built. */
  measureSpeed: () => Promise<MeasuredSpeed>;
  events: EventBus;
  clock: Clock;
}) {
  let measured: MeasuredSpeed | null = null;
  let measuring: Promise<void> | null = null;
  let failedAt: number | null = null;

  const measure = async (): Promise<void> => {
    measured = await measureSpeed().catch(() => null);
    if (measured === null) failedAt = clock.mono();
    measuring = null;
    events.emit({ type: 'models' });
  };

  /** Once in the life of the program, when somebody first wants to know; a busy machine makes nobody wait long. */
  const waitForSpeed = async (): Promise<void> => {
    const justFailed = failedAt !== null && clock.mono() - failedAt < PAUSE_MS;
    if (measuring || measured || justFailed) return;
    measuring = measure();
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
      const best = recommendModel({ memoryBytes, measured: speed });
      const toEntry = (model: CatalogueModel): CatalogueEntry => ({
        ...model,
        memory_bytes: memoryNeeded(model),
        speed: speed && Number(estimateSpeed(model, speed).toPrecision(2)),
        recommended: model.name === best.name,
        installed: installed.some(({ name }) => name === model.name),
        download: running.find(({ name }) => name === model.name) ?? null,
      });
      return { data: catalogue.map(toEntry), measuring: measuring !== null };
    },
  };
}
