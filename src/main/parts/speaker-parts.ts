import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { createLabelAgain } from '../queue/label-again.ts';
import { createLabelingStage } from '../queue/labeling-stage.ts';
import type { Database } from '../repositories/database.ts';
import { createSpeakerRepository } from '../repositories/speakers/speaker.repository.ts';
import { createVoiceRepository } from '../repositories/speakers/voice.repository.ts';
import { readSpeech } from '../repositories/transcripts/coverage.repository.ts';
import { createSpeakerService } from '../services/speaker.service.ts';
import { createVoiceService } from '../services/voice.service.ts';
import { createLabeler, type StartLabelProcess } from '../speakers/label-process.ts';
import { createLabelSpeakers } from '../speakers/label-speakers.ts';

/** What tells speakers apart, put together. */
export function createSpeakerParts({
  db,
  model,
  start,
  clock,
  logger,
}: {
  db: Database;
  /** The speaker model's file. */
  model: () => Promise<string>;
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
      model,
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
