import type { Clock } from '../clock.ts';
import type { EventBus } from '../events.ts';
import { improve } from '../llm/improve.ts';
import { listModels } from '../llm/list-models.ts';
import { openServer } from '../llm/open-server.ts';
import type { Logger } from '../logger.ts';
import { createStructuring, type StructureText } from '../queue/structuring.ts';
import { createWorker } from '../queue/worker.ts';
import type { Database } from '../repositories/database.ts';
import type { TranscriptionRepository } from '../repositories/jobs/transcription.repository.ts';
import { createStructuringRepository } from '../repositories/transcripts/structuring.repository.ts';
import type { TranscriptRepository } from '../repositories/transcripts/transcript.repository.ts';
import { createLlmService } from '../services/models/llm.service.ts';
import type { SettingsService } from '../services/settings.service.ts';
import { createStructuringService } from '../services/transcriptions/structuring.service.ts';
import type { TranscriptionService } from '../services/transcriptions/transcription.service.ts';
import { announcer } from '../services/transcriptions/transcription-view.ts';

/** Builds what improves structured texts afterwards: its queue, its worker, its services and the way to the model. */
export function createStructuringParts({
  db,
  transcriptions,
  transcripts,
  structure,
  settings,
  summary,
  events,
  clock,
  logger,
}: {
  db: Database;
  transcriptions: TranscriptionRepository;
  transcripts: TranscriptRepository;
  structure: StructureText;
  settings: SettingsService;
  summary: TranscriptionService['summary'];
  events: EventBus;
  clock: Clock;
  logger: Logger;
}) {
  const structurings = createStructuringRepository(db);
  const wantsImproving = async () => (await settings.llm()) !== null;
  const closing = new AbortController();
  const structuring = createStructuring({
    structurings,
    transcriptions,
    transcripts,
    structure,
    improve: async (input) => {
      const llm = await settings.llm();
      if (llm === null) return null;
      const { kind, base_url: baseUrl, model, api_key: apiKey = null } = llm;
      const server = openServer({ kind, baseUrl, model, apiKey }, clock);
      return improve(input, { server, model, clock });
    },
    announce: announcer(events),
    clock,
    logger,
  });
  const worker = createWorker({
    claim: structuring.claim,
    run: structuring.run,
    onError: (error) => logger.error({ err: error }, 'structuring stumbled'),
    concurrency: 1,
    clock,
  });
  // The end of a transcription is announced after the wish to improve it is stored.
  const unsubscribe = events.subscribe((event) => {
    if (event.type === 'transcription' && event.transcription.completed_at !== null) worker.nudge();
  });

  return {
    service: createStructuringService({
      structurings,
      summary,
      nudge: worker.nudge,
      wantsImproving,
      clock,
    }),
    llm: createLlmService({
      settings,
      listModels: (server) => listModels(server, clock, closing.signal),
    }),
    start: worker.start,

    async stop(): Promise<void> {
      unsubscribe();
      closing.abort();
      structuring.stop();
      await worker.stop();
    },
  };
}
