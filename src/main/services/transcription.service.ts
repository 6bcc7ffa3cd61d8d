import type {
  CreateTranscription,
  ListTranscriptionsQuery,
  Transcription,
  TranscriptionList,
} from '../../shared/transcription.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { EventBus } from '../events.ts';
import { newToken, newTranscriptionId } from '../ids.ts';
import type { JobRepository } from '../repositories/job.repository.ts';
import type { Job } from '../repositories/job.ts';
import type { TranscriptRepository } from '../repositories/transcript.repository.ts';
import type { TranscriptionRepository } from '../repositories/transcription.repository.ts';
import type { FileService } from './file.service.ts';
import type { Principal } from './principal.ts';
import { toResult, toSummary } from './transcription-view.ts';

/** What the services need of the queue. */
export type QueuePort = {
  /** There may be work. */
  nudge(): void;
  /** Stops the work on a job and resolves when nothing of it runs any more. */
  abort(id: string): Promise<void>;
};

const NO_SUCH = 'There is no transcription with this id.';

export type TranscriptionService = ReturnType<typeof createTranscriptionService>;

export function createTranscriptionService({
  transcriptions,
  jobs,
  transcripts,
  files,
  queue,
  checkSource,
  checkModel,
  removeWork,
  events,
  clock,
  baseUrl,
}: {
  transcriptions: TranscriptionRepository;
  jobs: JobRepository;
  transcripts: TranscriptRepository;
  files: FileService;
  queue: QueuePort;
  /** Throws for what can never be fetched. */
  checkSource: (url: string) => void;
  /** Throws when the named model is not installed. */
  checkModel: (name: string) => Promise<void>;
  removeWork: (id: string) => Promise<void>;
  events: EventBus;
  clock: Clock;
  baseUrl: () => string;
}) {
  const announce = (job: Job) =>
    events.emit({ type: 'transcription', transcription: toSummary(job) });

  const view = async (job: Job): Promise<Transcription> => {
    if (job.status !== 'completed') return { ...toSummary(job), result: null };
    const segments = await transcripts.segments(job.id);
    const structured = await transcripts.structured(job.id);
    return { ...toSummary(job), result: toResult(job, segments, structured, baseUrl()) };
  };

  const requireFetchable = (url: string): void => {
    try {
      checkSource(url);
    } catch (cause) {
      throw new AppError('invalid_url', { param: 'url', cause });
    }
  };

  const required = async (id: string): Promise<Job> => {
    const job = await transcriptions.find(id);
    if (!job) throw new AppError('not_found', { message: NO_SUCH });
    return job;
  };

  return {
    async create(request: CreateTranscription, principal: Principal): Promise<Transcription> {
      const { url, ...options } = request;
      const upload = await files.resolve(url);
      if (!upload) requireFetchable(url);
      if (options.model !== null) await checkModel(options.model);
      const job = await transcriptions.insert({
        id: newTranscriptionId(),
        sourceType: upload ? 'upload' : 'url',
        sourceUrl: url,
        sourceTitle: upload?.filename ?? null,
        options,
        keyId: principal.kind === 'key' ? principal.keyId : null,
        metered: principal.kind === 'key' && !principal.test,
        subtitleToken: newToken(),
        createdAt: clock.now(),
      });
      announce(job);
      queue.nudge();
      return view(job);
    },

    async get(id: string): Promise<Transcription> {
      return view(await required(id));
    },

    async list(query: ListTranscriptionsQuery): Promise<TranscriptionList> {
      const found = await transcriptions.list({
        limit: query.limit + 1,
        beforeSeq: query.cursor === undefined ? undefined : readCursor(query.cursor),
        statuses: query.status,
      });
      const page = found.slice(0, query.limit);
      const last = page.at(-1);
      const hasMore = found.length > query.limit;
      return {
        data: page.map(toSummary),
        has_more: hasMore,
        next_cursor: hasMore && last ? writeCursor(last.seq) : null,
      };
    },

    /** Ends what is not over; nothing of it runs any more when this returns. */
    async cancel(id: string): Promise<Transcription> {
      await required(id);
      const job = await jobs.cancel(id, clock.now());
      if (!job) {
        throw new AppError('wrong_state', { message: 'The transcription is already over.' });
      }
      await queue.abort(id);
      await removeWork(id);
      announce(job);
      return view(job);
    },

    async retry(id: string): Promise<Transcription> {
      await required(id);
      const job = await jobs.retry(id);
      if (!job) {
        throw new AppError('wrong_state', {
          message: 'Only a failed transcription can be retried.',
        });
      }
      announce(job);
      queue.nudge();
      return view(job);
    },

    /** Removes a job in any state with everything made from it. */
    async remove(id: string): Promise<void> {
      const job = await required(id);
      if (!(await transcriptions.remove(id))) {
        throw new AppError('not_found', { message: NO_SUCH });
      }
      await queue.abort(id);
      await removeWork(id);
      if (!(await transcriptions.usesSource(job.sourceUrl))) await files.removeOf(job.sourceUrl);
      events.emit({ type: 'transcription_deleted', id });
    },
  };
}

function writeCursor(seq: number): string {
  return Buffer.from(`seq:${seq}`).toString('base64url');
}

function readCursor(cursor: string): number {
  const match = /^seq:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match) {
    throw new AppError('invalid_request', { param: 'cursor', message: 'This is not a cursor.' });
  }
  return Number(match[1]);
}
