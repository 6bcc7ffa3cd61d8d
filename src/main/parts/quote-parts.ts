/** How a quote is made, put together: what it looks at lies in media, engine, queue and the database. */
import type { Clock } from '../clock.ts';
import { memoryNeeded } from '../engine/models/memory.ts';
import { sizeUpFile, sizeUpUrl } from '../media/download/size-up.ts';
import type { UrlGuard } from '../media/guard/url-guard.ts';
import { expectedTime } from '../queue/stage-times.ts';
import type { PaceRepository } from '../repositories/jobs/pace.repository.ts';
import type { ModelService } from '../services/models/model.service.ts';
import type { FileService } from '../services/sources/file.service.ts';
import { createQuoteService, type QuoteService } from '../services/sources/quote.service.ts';
import type { CheckRequest } from '../services/transcriptions/request-check.ts';

export function createQuoteParts({
  paces,
  lanes,
  guard,
  findFfmpeg,
  clock,
  ...services
}: {
  files: FileService;
  models: ModelService;
  checkRequest: CheckRequest;
  paces: PaceRepository;
  lanes: number;
  guard: UrlGuard;
  findFfmpeg: () => Promise<string>;
  clock: Clock;
}): QuoteService {
  return createQuoteService({
    ...services,
    sizeUp: {
      file: async (file, signal) => sizeUpFile({ ffmpeg: await findFfmpeg(), file, clock, signal }),
      url: async (url, signal) =>
        sizeUpUrl({ ffmpeg: await findFfmpeg(), url, guard, clock, signal }),
    },
    expectedTime: async (model, durationMs) => expectedTime(await paces.of(model), durationMs),
    memoryNeeded: (modelBytes) => memoryNeeded(modelBytes, lanes),
  });
}
