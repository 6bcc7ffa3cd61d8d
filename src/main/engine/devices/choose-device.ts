/** Decides which device each model runs on, and opens its engine there. */
import { stat } from 'node:fs/promises';
import { release } from 'node:os';
import type { Verdict } from '../../../shared/models/devices.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Logger } from '../../core/logger.ts';
import { type Engine, modelName, type OpenEngine } from '../engine.ts';
import type { EngineDevice } from '../process/protocol.ts';
import { createCardEngine } from './card-engine.ts';
import { type Proof, proveCard } from './prove-card.ts';

/** A card computes one window while the processor prepares the next; more lanes only cost its memory. */
const CARD_LANES = 2;
/** A card that fails this often, with no success in between, is no longer used. */
const MOST_STRIKES = 3;

/** The result of testing a card with one driver and one model. */
export type CardRecord = {
  device: string;
  /** The driver, and what else the result depends on. */
  driver: string;
  /** The model's name, and the digest of its file. */
  model: string;
  file: string;
  verdict: Verdict;
  cardMs: number | null;
  processorMs: number | null;
  strikes: number;
};

type CardRecords = {
  all(): Promise<CardRecord[]>;
  save(record: CardRecord): Promise<void>;
  forget(device: string): Promise<void>;
};

type Ports = {
  openEngine: OpenEngine;
  /** The cards of this computer, the best first. */
  list: () => Promise<EngineDevice[]>;
  /** `auto`, `cpu` or a card's id. */
  choice: () => Promise<string>;
  records: CardRecords;
  /** The window for testing a card, with its language. */
  sample: (signal: AbortSignal) => Promise<{ pcm: Uint8Array; language: string }>;
  /** Something that Settings shows has changed. */
  onChange: () => void;
  lanes: number;
  threads: number;
  /** A card's results also depend on this program. */
  version: string;
  /** Aborted when the program stops. */
  closing: AbortSignal;
  clock: Clock;
  logger: Logger;
};

/** The test result of a card with its present driver; `fault` is null if it is used. */
export type CardKnowledge = {
  models: (CardRecord & { fault: Fault | null })[];
  /** A model for which it had too little free memory. */
  tooSmallFor: string | null;
  trying: boolean;
};

export type Devices = ReturnType<typeof createDevices>;

/**
 * Which device models run on: a card only once it has transcribed a window of the sample like the processor, with
 * the same model and driver.
 */
export function createDevices(ports: Ports) {
  const { openEngine, records, lanes, threads, clock, logger, onChange } = ports;
  let listing: Promise<EngineDevice[]> | null = null;
  /** By card: the model for which it had too little memory when it was last checked. */
  const tooSmall = new Map<string, string>();
  const trying = new Set<string>();

  const cards = (): Promise<EngineDevice[]> => {
    listing ??= ports.list();
    return listing;
  };
  const driverOf = ({ driver }: EngineDevice) => [driver, release(), ports.version].join(' · ');

  /** The card to use if it passes its test; null for the processor. */
  const chosen = async (): Promise<EngineDevice | null> => {
    const choice = await ports.choice();
    if (choice === 'cpu') return null;
    const all = await cards();
    // A card that was removed does not come back as another one.
    return (choice === 'auto' ? all[0] : all.find(({ id }) => id === choice)) ?? null;
  };

  const find = async (card: EngineDevice, modelPath: string): Promise<CardRecord | null> => {
    const [file, driver] = [await identityOf(modelPath), driverOf(card)];
    const all = await records.all();
    return (
      all.find((it) => it.device === card.id && it.driver === driver && it.file === file) ?? null
    );
  };

  const prove = async (
    card: EngineDevice,
    modelPath: string,
    signal: AbortSignal,
  ): Promise<CardRecord> => {
    const { pcm, language } = await ports.sample(signal);
    const wanted = { openEngine, modelPath, pcm, language, clock, signal };
    const proof: Proof = await proveCard({
      ...wanted,
      device: card.id,
      threads: lanes * threads,
    });
    const record = {
      device: card.id,
      driver: driverOf(card),
      strikes: 0,
      ...proof,
      model: modelName(modelPath),
      file: await identityOf(modelPath),
    };
    logger.info({ device: card.name, model: record.model, ...proof }, 'graphics card tried');
    await records.save(record);
    onChange();
    return record;
  };

  const known = async (card: EngineDevice): Promise<CardKnowledge> => {
    const [choice, driver] = [await ports.choice(), driverOf(card)];
    const own = (await records.all()).filter((it) => it.device === card.id && it.driver === driver);
    return {
      models: own.map((record) => ({ ...record, fault: faultOf(record, choice) })),
      tooSmallFor: tooSmall.get(card.id) ?? null,
      trying: trying.has(card.id),
    };
  };

  const openOnProcessor: OpenEngine = (options) => openEngine({ lanes, threads, ...options });

  const openOnCard = async (
    card: EngineDevice,
    record: CardRecord,
    options: Parameters<OpenEngine>[0],
  ): Promise<Engine> => {
    let { strikes } = record;
    const strike = async (): Promise<void> => {
      strikes++;
      await records.save({ ...record, strikes });
      onChange();
    };
    const cardLanes = Math.min(lanes, CARD_LANES);
    const engine = await openEngine({
      lanes: cardLanes,
      threads,
      ...options,
      device: card.id,
    }).catch(async (error: unknown) => {
      if (!options.signal?.aborted && !isShortOfMemory(error)) await strike();
      throw error;
    });
    tooSmall.delete(card.id);
    return createCardEngine({
      card: engine,
      openProcessor: () => openOnProcessor(options),
      onFailure: (error, lost) => {
        logger.warn({ err: error, device: card.name, lost }, 'the graphics card failed');
        if (lost) void strike().catch(() => {});
      },
      onGoodEnd: () => {
        if (strikes > 0) void records.save({ ...record, strikes: 0 }).catch(() => {});
      },
    });
  };

  /** Runs `work` with the card if it passes its test for a model; null if it does not, or if the work fails. */
  const withCard = async <Result>(
    modelPath: string,
    signal: AbortSignal,
    work: (card: EngineDevice, record: CardRecord) => Promise<Result>,
  ): Promise<Result | null> => {
    const card = await chosen();
    if (card === null) return null;
    try {
      const record = (await find(card, modelPath)) ?? (await prove(card, modelPath, signal));
      return faultOf(record, await ports.choice()) === null ? await work(card, record) : null;
    } catch (error) {
      signal.throwIfAborted();
      logger.warn({ err: error, device: card.name }, 'the graphics card is not used');
      if (isShortOfMemory(error)) {
        tooSmall.set(card.id, modelName(modelPath));
        onChange();
      }
      return null;
    }
  };

  return {
    cards,
    chosen,
    known,

    /** Lists the cards again when they are next asked for. */
    lookAgain(): void {
      listing = null;
    },

    /** Opens the model on the best device. Rejects only as opening it on the processor does. */
    async open(options): Promise<Engine> {
      const { modelPath, signal = new AbortController().signal } = options;
      const onCard = await withCard(modelPath, signal, (card, record) =>
        openOnCard(card, record, options),
      );
      return onCard ?? openOnProcessor(options);
    },

    /** The id of the card a model runs on, as far as is known; null for the processor. */
    async deviceFor(model: string): Promise<string | null> {
      const card = await chosen();
      if (card === null) return null;
      const { models } = await known(card);
      return models.some((it) => it.model === model && it.fault === null) ? card.id : null;
    },

    /** Lists the cards again and forgets this one's test results; tests it at once. */
    async tryAgain(device: string, modelPath: string | null): Promise<void> {
      tooSmall.delete(device);
      listing = null;
      await records.forget(device);
      const card = (await cards()).find(({ id }) => id === device);
      if (!card || modelPath === null || trying.has(device)) return;
      trying.add(device);
      onChange();
      prove(card, modelPath, ports.closing)
        .catch((error: unknown) => {
          logger.warn({ err: error, device: card.name }, 'the graphics card could not be tried');
          if (isShortOfMemory(error)) tooSmall.set(device, modelName(modelPath));
        })
        .finally(() => {
          trying.delete(device);
          onChange();
        });
    },
  } satisfies { open: OpenEngine } & Record<string, unknown>;
}

/** Why a card is not used for a model. */
export type Fault = Exclude<Verdict, 'good'> | 'unreliable' | 'slower';

/** A slow card is used if the user chooses it. */
function faultOf(record: CardRecord, choice: string): Fault | null {
  const { verdict, strikes, cardMs, processorMs } = record;
  if (verdict !== 'good') return verdict;
  if (strikes >= MOST_STRIKES) return 'unreliable';
  const isSlower = cardMs !== null && processorMs !== null && cardMs >= processorMs;
  return choice === 'auto' && isSlower ? 'slower' : null;
}

function isShortOfMemory(error: unknown): boolean {
  return error instanceof AppError && error.code === 'out_of_memory';
}

/** Another file of the same name is another model. */
async function identityOf(modelPath: string): Promise<string> {
  const { size, mtimeMs } = await stat(modelPath);
  return `${modelName(modelPath)} ${size} ${Math.round(mtimeMs)}`;
}
