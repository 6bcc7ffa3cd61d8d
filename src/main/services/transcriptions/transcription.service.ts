import { createHash } from 'node:crypto';
import { platformOfUrl } from '../../../shared/sources/platforms.ts';
import { canMove } from '../../../shared/transcription/job-state.ts';
import type {
  CreateTranscription,
  ListTranscriptionsQuery,
  RenameTranscription,
  Transcription,
  TranscriptionList,
  TranscriptionSummary,
} from '../../../shared/transcription/transcription.ts';
import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { EventBus } from '../../events.ts';
import { newToken, newTranscriptionId } from '../../ids.ts';
import type { StoredFile } from '../../repositories/file.repository.ts';
import type { Idempotency } from '../../repositories/jobs/idempotency.ts';
import type { Job, JobOptions } from '../../repositories/jobs/job.ts';
import type { JobEndings } from '../../repositories/jobs/job-endings.ts';
import type {
  Inserted,
  NewJob,
  TranscriptionRepository,
} from '../../repositories/jobs/transcription.repository.ts';
import type { WantedResult } from '../../repositories/transcripts/stored-segments.ts';
import type { TranscriptRepository } from '../../repositories/transcripts/transcript.repository.ts';
import type { Principal } from '../principal.ts';
import type { SettingsService } from '../settings.service.ts';
import type { FileService } from '../sources/file.service.ts';
import { readCursor, writeCursor } from './list-cursor.ts';
import { toSummary, toTranscription } from './transcription-view.ts';
import { type Pieces, writeShort, writeTranscription } from './write-transcription.ts';

/** What the services need of the queue. */
export type QueuePort = {
  /** There may be work. */
  nudge(): void;
  /** Stops the work on a job and resolves when nothing of it runs any more. */
  abort(id: string): Promise<void>;
};

export type CreateContext = {
  /** The caller's own name for this request. */
  idempotencyKey?: string | undefined;
  /** Whether the address may name this machine or its network. */
  allowPrivate?: boolean;
};

export type Created = {
  /** Without words. */
  transcription: Transcription;
  /** Made before, by the same request under its idempotency key. */
  replayed: boolean;
  /** Made before, of the same bytes or link. */
  reused: boolean;
};

const NO_SUCH = 'There is no transcription with this id.';

export type TranscriptionService = ReturnType<typeof createTranscriptionService>;

/** Transcriptions from the order to the result: what people and scripts can do with them. */
export function createTranscriptionService({
  transcriptions,
  endings,
  transcripts,
  files,
  queue,
  checkSource,
  checkWebhook,
  checkModel,
  chooseModel,
  removeFiles,
  settings,
  events,
  clock,
  baseUrl,
}: {
  transcriptions: TranscriptionRepository;
  endings: JobEndings;
  transcripts: TranscriptRepository;
  files: FileService;
  queue: QueuePort;
  /** Throws for what can never be fetched. */
  checkSource: (url: string, options: { allowPrivate: boolean }) => void;
  /** Throws `invalid_url` for an address no webhook may go to. */
  checkWebhook: (url: string, principal: Principal) => void;
  /** Throws when the named model is not installed. */
  checkModel: (name: string) => Promise<void>;
  /** The name of the model that such a request would be transcribed with now. */
  chooseModel: (name: string | null, language: string | null) => Promise<string | null>;
  /** Removes all that lies on the disk for a transcription but its upload. */
  removeFiles: (id: string) => Promise<void>;
  settings: SettingsService;
  events: EventBus;
  clock: Clock;
  baseUrl: () => string;
}) {
  const announce = (job: Job) =>
    events.emit({ type: 'transcription', transcription: toSummary(job) });

  const view = async (job: Job, wanted?: WantedResult): Promise<Transcription> => {
    if (job.status !== 'completed') return toTranscription(job, null, baseUrl());
    return toTranscription(job, await transcripts.result(job.id, wanted), baseUrl());
  };

  const toCreated = async (inserted: Inserted): Promise<Created> => {
    if (typeof inserted === 'string') throw new AppError(inserted);
    const { job, replayed } = inserted;
    return { transcription: await view(job, { words: false }), replayed, reused: false };
  };

  const insert = async (job: NewJob, idempotency: Idempotency | null): Promise<Created> => {
    const inserted = await transcriptions.insert(job, idempotency);
    if (typeof inserted !== 'string' && !inserted.replayed) announce(inserted.job);
    queue.nudge();
    return toCreated(inserted);
  };

  const required = async (id: string): Promise<Job> => {
    const job = await transcriptions.find(id);
    if (!job) throw new AppError('not_found', { message: NO_SUCH });
    return job;
  };

  /** What was made, or is being made, of the same bytes or link with the same options and the model of today. */
  const findSame = async (
    source: { url: string; upload: StoredFile | null },
    options: JobOptions,
    principal: Principal,
  ): Promise<Job | null> => {
    const { keyId } = ownership(principal);
    const candidates = source.upload
      ? await transcriptions.fromSameBytes(source.upload.sha256, keyId)
      : await transcriptions.fromSameLink(source.url, keyId);
    const model = await chooseModel(options.model, options.language);
    const wanted = JSON.stringify(options);
    const same = candidates.find(
      (job) => JSON.stringify(job.options) === wanted && (job.model ?? model) === model,
    );
    return same ?? null;
  };

  const dropUpload = async (url: string): Promise<void> => {
    if (!(await transcriptions.usesSource(url))) await files.removeOf(url);
  };

  return {
    /** Creates a job, or finds the one the same idempotency key made within 24 hours. */
    async create(
      request: CreateTranscription,
      principal: Principal,
      { idempotencyKey, allowPrivate = true }: CreateContext = {},
    ): Promise<Created> {
      const { url, reuse, ...asked } = request;
      const idempotency = toIdempotency(idempotencyKey, request, principal);
      // Before any check: what was there for the first request may be gone by now.
      const replayed = idempotency && (await transcriptions.replay(idempotency, clock.now()));
      if (replayed) return toCreated(replayed);
      const options = { ...asked, language: asked.language ?? (await settings.get()).language };
      const upload = await files.resolve(url);
      if (!upload) checkSource(url, { allowPrivate });
      if (options.model !== null) await checkModel(options.model);
      if (options.webhook_url !== null) checkWebhook(options.webhook_url, principal);
      const same = reuse ? await findSame({ url, upload }, options, principal) : null;
      if (same) {
        if (idempotency) await transcriptions.remember(idempotency, same.id, clock.now());
        await dropUpload(url);
        return { transcription: await view(same, { words: false }), replayed: false, reused: true };
      }
      return insert(
        {
          id: newTranscriptionId(),
          sourceType: upload ? 'upload' : (platformOfUrl(url) ?? 'url'),
          sourceUrl: url,
          sourceTitle: upload?.filename ?? null,
          givenTitle: null,
          options,
          ...ownership(principal),
          subtitleToken: newToken(),
          createdAt: clock.now(),
        },
        idempotency,
      );
    },

    async get(id: string, wanted?: WantedResult): Promise<Transcription> {
      return view(await required(id), wanted);
    },

    /** The same as JSON, made a page at a time where it has words. */
    async write(
      id: string,
      { words = true, indent = 0 }: Partial<WantedResult> & { indent?: number } = {},
    ): Promise<Pieces> {
      const long = words
        ? await transcripts.readLong(id, (job, result) =>
            writeTranscription(job, result, { baseUrl: baseUrl(), indent }),
          )
        : null;
      return long ?? writeShort(await view(await required(id), { words }), indent);
    },

    /** The same without the result. */
    async summary(id: string): Promise<TranscriptionSummary> {
      return toSummary(await required(id));
    },

    async list(query: ListTranscriptionsQuery): Promise<TranscriptionList> {
      const found = await transcriptions.list({
        limit: query.limit + 1,
        sort: query.sort,
        after: query.cursor === undefined ? null : readCursor(query.cursor, query.sort),
        statuses: query.status,
        createdAfter: toMs(query.created_after),
        createdBefore: toMs(query.created_before),
        text: query.q,
      });
      const page = found.slice(0, query.limit);
      const last = page.at(-1);
      const hasMore = found.length > query.limit;
      return {
        data: page.map(({ job }) => toSummary(job)),
        has_more: hasMore,
        next_cursor: hasMore && last ? writeCursor(last.place, query.sort) : null,
      };
    },

    /** Calls it by this title, whatever its state; `null` goes back to what the recording calls itself. */
    async rename(id: string, { title }: RenameTranscription): Promise<TranscriptionSummary> {
      const job = await transcriptions.rename(id, title);
      if (!job) throw new AppError('not_found', { message: NO_SUCH });
      announce(job);
      return toSummary(job);
    },

    /** Ends what is not over; nothing of it runs any more when this returns. */
    async cancel(id: string): Promise<Transcription> {
      const { status } = await required(id);
      const job = canMove(status, 'failed') ? await endings.cancel(id, clock.now()) : null;
      if (!job) {
        throw new AppError('wrong_state', { message: 'The transcription is already over.' });
      }
      await queue.abort(id);
      await removeFiles(id);
      announce(job);
      return view(job);
    },

    /** A new transcription with the options a failed one was created with; the failed one stays as it is. */
    async retry(id: string, principal: Principal): Promise<Transcription> {
      const failed = await required(id);
      if (failed.status !== 'failed') {
        throw new AppError('wrong_state', {
          message: 'Only a failed transcription can be retried.',
        });
      }
      const { sourceType, sourceUrl, sourceTitle, givenTitle, options } = failed;
      if (options.webhook_url !== null) checkWebhook(options.webhook_url, principal);
      const { transcription } = await insert(
        {
          id: newTranscriptionId(),
          sourceType,
          sourceUrl,
          sourceTitle,
          givenTitle,
          options,
          ...ownership(principal),
          subtitleToken: newToken(),
          createdAt: clock.now(),
        },
        null,
      );
      return transcription;
    },

    /** Removes a job in any state with everything made from it. */
    async remove(id: string): Promise<void> {
      const job = await required(id);
      if (!(await endings.remove(id, clock.now()))) {
        throw new AppError('not_found', { message: NO_SUCH });
      }
      await queue.abort(id);
      await removeFiles(id);
      await dropUpload(job.sourceUrl);
      events.emit({ type: 'transcription_deleted', id });
    },
  };
}

function ownership(principal: Principal): Pick<NewJob, 'keyId' | 'metered'> {
  if (principal.kind === 'window') return { keyId: null, metered: false };
  return { keyId: principal.keyId, metered: !principal.test };
}

function toIdempotency(
  name: string | undefined,
  request: CreateTranscription,
  principal: Principal,
): Idempotency | null {
  if (name === undefined) return null;
  const owner = principal.kind === 'key' ? principal.keyId : 'window';
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  return { owner, name, requestHash };
}

function toMs(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Date.parse(time);
}
