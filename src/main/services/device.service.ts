import type { Device, DeviceList } from '../../shared/models/devices.ts';
import { AppError } from '../core/errors.ts';
import type { Core } from '../core.ts';
import type { CardKnowledge, Devices, Fault } from '../engine/devices/choose-device.ts';
import { processorName } from '../processes/processor-name.ts';
import { createRealTimeFactorRepository } from '../repositories/jobs/real-time-factor.repository.ts';

/** The length of the window that tests a card. */
const SAMPLE_MS = 30_000;

/** Why a card is not used, after its name. */
const FAULTS: Record<Fault, string> = {
  other_words: 'it finds other words than the processor',
  silent: 'it finds nothing where the processor finds words',
  crashed: 'its driver crashes',
  hangs: 'it does not answer',
  unproven: 'the processor itself finds no words in the sample to compare with',
  unreliable: 'it failed several times while transcribing',
  slower: 'the processor is faster',
};

export type DeviceService = ReturnType<typeof createDeviceService>;

/** The devices that models run on, for the settings. */
export function createDeviceService(
  { db, config, events }: Pick<Core, 'db' | 'config' | 'events'>,
  {
    devices,
    choice,
    isBeingBuilt,
    standardModel,
  }: {
    devices: Pick<Devices, 'cards' | 'chosen' | 'known' | 'tryAgain'>;
    choice: () => Promise<string>;
    /** Whether the library for graphics cards is being built. */
    isBeingBuilt: () => boolean;
    /** The file of the default model; null if there is none. */
    standardModel: () => Promise<string | null>;
  },
) {
  const factors = createRealTimeFactorRepository(db);

  const list = async (): Promise<DeviceList> => {
    const [cards, chosen, speeds] = [
      await devices.cards(),
      await devices.chosen(),
      await factors.speeds(),
    ];
    const measured = (device: string | null) => speeds.filter((it) => it.device === device);
    const shown = cards.map(async (card): Promise<Device> => {
      const knowledge = await devices.known(card);
      return {
        id: card.id,
        name: card.name,
        type: card.type,
        driver: card.driver,
        memory_bytes: card.memory_total,
        memory_free_bytes: card.memory_free,
        in_use: card.id === chosen?.id && !isOff(knowledge),
        trying: knowledge.trying,
        off: sentenceAbout(knowledge),
        speeds: speedsOn(measured(card.id), knowledge),
      };
    });
    const data = await Promise.all(shown);
    const in_use = !data.some((card) => card.in_use);
    return {
      object: 'list',
      data: [{ ...PROCESSOR, in_use, speeds: speedsOn(measured(null), null) }, ...data],
      choice: await choice(),
      fixed: config.device !== null,
      building: isBeingBuilt(),
    };
  };

  return {
    list,

    /** Forgets why a card is turned off, and tests it again. @throws not_found */
    async tryAgain(id: string): Promise<DeviceList> {
      if (!(await devices.cards()).some((card) => card.id === id)) throw new AppError('not_found');
      await devices.tryAgain(id, await standardModel());
      events.emit({ type: 'models' });
      return list();
    },
  };
}

const PROCESSOR: Device = {
  id: 'cpu',
  name: processorName(),
  type: 'processor',
  driver: null,
  memory_bytes: null,
  memory_free_bytes: null,
  in_use: true,
  trying: false,
  off: null,
  speeds: [],
};

/** A card that runs some model is in use. */
function isOff({ models }: CardKnowledge): boolean {
  return models.length > 0 && models.every(({ fault }) => fault !== null);
}

function sentenceAbout({ models, tooSmallFor }: CardKnowledge): string | null {
  const faults = [...new Set(models.flatMap(({ fault }) => (fault === null ? [] : [fault])))];
  const parts = faults.map((fault) => {
    const names = models.filter((it) => it.fault === fault).map(({ model }) => model);
    return `Not used for ${new Intl.ListFormat('en').format(new Set(names))}: ${FAULTS[fault]}.`;
  });
  if (tooSmallFor !== null) {
    parts.push(`It had too little free memory for ${tooSmallFor}, so the processor took over.`);
  }
  return parts.length === 0 ? null : parts.join(' ');
}

/** From recordings if there were any, otherwise from the test. */
function speedsOn(
  measured: readonly { model: string; speed: number }[],
  knowledge: CardKnowledge | null,
): Device['speeds'] {
  const speeds = new Map<string, number>();
  for (const { model, verdict, cardMs } of knowledge?.models ?? []) {
    if (verdict === 'good' && cardMs !== null) speeds.set(model, SAMPLE_MS / cardMs);
  }
  for (const { model, speed } of measured) speeds.set(model, speed);
  return [...speeds].map(([model, speed]) => ({ model, speed: Number(speed.toPrecision(2)) }));
}
