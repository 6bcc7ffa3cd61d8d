import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Logger } from './logger.ts';
import { createLabelAgain } from './queue/label-again.ts';
import { createLabelingStage } from './queue/labeling-stage.ts';
import { readSpeech } from './repositories/coverage.repository.ts';
import type { Database } from './repositories/database.ts';
import { createSpeakerRepository } from './repositories/speaker.repository.ts';
import { createVoiceRepository } from './repositories/voice.repository.ts';
import { createSpeakerService } from './services/speaker.service.ts';
import { createVoiceService } from './services/voice.service.ts';
import { createLabeler, type StartLabelProcess } from './speakers/label-process.ts';
import { createLabelSpeakers } from './speakers/label-speakers.ts';

/** What tells speakers apart, put together. */
export function createSpeakerParts({
  db,
  config,
  start,
  clock,
  logger,
}: {
  db: Database;
  config: Config;
  start: StartLabelProcess;
  clock: Clock;
  logger: Logger;
}) {
  const label = createLabeler(start);
  const repository = createSpeakerRepository(db);
  const voices = createVoiceService({ voices: createVoiceRepository(db), clock });
  const stage = createLabelingStage({
    speakers: repository,
    label: createLabelSpeakers({
      label,
      model: () => findSpeakerModel(config),
      logger,
    }),
    speech: (id) => readSpeech(db, id),
    recognise: voices.recognise,
    logger,
  });
  const labelAgain = createLabelAgain({ speakers: repository, label });
  const createService = (
    others: Omit<Parameters<typeof createSpeakerService>[0], 'speakers' | 'voices' | 'labelAgain'>,
  ) => createSpeakerService({ ...others, speakers: repository, voices, labelAgain });
  return { stage, voices, createService };
}

/** The first speaker model a person added to the models' folder, else the one that comes with the program. */
export async function findSpeakerModel(
  config: Pick<Config, 'dataDir' | 'resourcesDir'>,
): Promise<string> {
  const folder = join(config.dataDir, 'models');
  const names = await readdir(folder).catch(() => []);
  const [added] = names.filter((name) => extname(name) === '.onnx').toSorted();
  return added ? join(folder, added) : join(config.resourcesDir, 'models', 'speaker.onnx');
}
