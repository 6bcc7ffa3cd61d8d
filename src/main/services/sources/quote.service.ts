import { pointsFor, type Quote } from '../../../shared/sources/quote.ts';
import { toSeconds } from '../../../shared/time.ts';
import type { CreateTranscription } from '../../../shared/transcription/transcription.ts';
import { AppError } from '../../core/errors.ts';
import type { Core } from '../../core.ts';
import {
  createRealTimeFactorRepository,
  type RealTimeFactors,
} from '../../repositories/jobs/real-time-factor.repository.ts';
import type { ModelService } from '../models/model.service.ts';
import type { Principal } from '../principal.ts';
import type { CheckRequest } from '../transcriptions/request-check.ts';
import type { FileService, OpenUpload } from './file.service.ts';

/** Decoded audio: 16 kHz, two bytes per sample. */
const BYTES_A_MS = 32;

type RecordingSize = { bytes: number | null; durationMs: number | null };

export type QuotePorts = {
  files: FileService;
  models: ModelService;
  /** Throws for requests that cannot be created. */
  checkRequest: CheckRequest;
  probeLink: {
    upload(upload: OpenUpload, signal: AbortSignal): Promise<RecordingSize>;
    url(url: string, signal: AbortSignal): Promise<RecordingSize>;
  };
  /** Milliseconds, from earlier measurements on this machine; null if it never used the model. */
  expectedTime: (factors: RealTimeFactors, durationMs: number) => number | null;
  /** The graphics card a model is computed on; null for the processor. */
  deviceFor: (model: string) => Promise<string | null>;
  memoryNeeded: (modelBytes: number) => number;
};

export type QuoteService = ReturnType<typeof createQuoteService>;

/** Estimates what a transcription will take, without starting it. */
export function createQuoteService(
  { db }: Pick<Core, 'db'>,
  { files, models, checkRequest, probeLink, expectedTime, deviceFor, memoryNeeded }: QuotePorts,
) {
  const factors = createRealTimeFactorRepository(db);
  const findModel = async (name: string | null, language: string | null, principal: Principal) => {
    const named = (await models.list(principal)).data.find((model) => model.name === name);
    const model = named ?? (await models.standard(language));
    if (!model) throw new AppError('model_missing');
    return model;
  };

  return {
    /** Accepts what creating accepts. @throws as creating and fetching do */
    async quote(
      request: CreateTranscription,
      principal: Principal,
      signal: AbortSignal,
    ): Promise<Quote> {
      const { url } = request;
      const { upload, options } = await checkRequest(request, principal, { allowPrivate: true });
      const model = await findModel(options.model, options.language, principal);
      const { bytes, durationMs } = upload
        ? await probeLink.upload(await files.open(url), signal)
        : await probeLink.url(url, signal);
      const metered = principal.kind === 'key' && !principal.test;
      const decodedBytes = durationMs === null ? null : durationMs * BYTES_A_MS;
      const known = await factors.of(model.name, await deviceFor(model.name));
      const expected = durationMs === null ? null : expectedTime(known, durationMs);
      return {
        duration_seconds: durationMs === null ? null : toSeconds(durationMs),
        points: metered ? durationMs && pointsFor(durationMs) : 0,
        expected_seconds: expected === null ? null : Math.ceil(expected / 1000),
        recording_bytes: bytes,
        disk_bytes: decodedBytes === null ? null : decodedBytes + downloadBytes(url, bytes),
        memory_bytes: memoryNeeded(model.bytes),
        model: model.name,
      };
    },
  };
}

/** An upload is already on disk. */
function downloadBytes(url: string, bytes: number | null): number {
  return /^https?:/i.test(url) ? (bytes ?? 0) : 0;
}
