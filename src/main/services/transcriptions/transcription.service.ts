import { canMove } from '../../../shared/transcription/job-state.ts';
import type {
  CreateTranscription,
  PartialResult,
  Transcription,
  TranscriptionSummary,
} from '../../../shared/transcription/transcription.ts';
import type {
  ListTranscriptionsQuery,
  TranscriptionList,
} from '../../../shared/transcription/transcription-list.ts';
import type {
  TagList,
  UpdateTranscription,
} from '../../../shared/transcription/update-transcription.ts';
import { AppError } from '../../core/errors.ts';
import { failpoint } from '../../core/failpoint.ts';
import { newToken, newTranscriptionId } from '../../core/ids.ts';
import type { Core } from '../../core.ts';
import type { OwnEntry } from '../../repositories/folder/data-folder.ts';
import { removeAside } from '../../repositories/folder/unknown-entries.ts';
import type { Idempotency } from '../../repositories/jobs/idempotency.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import type { EndedEarly, JobEndings } from '../../repositories/jobs/job-endings.ts';
import {
  createTranscriptionRepository,
  type Inserted,
  type NewJob,
  type Reuse,
} from '../../repositories/jobs/transcription.repository.ts';
import { EVERYTHING } from '../../repositories/row-visibility.ts';
import type { WantedResult } from '../../repositories/transcripts/stored-segments.ts';
import { createTranscriptRepository } from '../../repositories/transcripts/transcript.repository.ts';
import { jobFor } from '../hide-secrets.ts';
import { pageOf } from '../list-page.ts';
import { type Principal, viewOf } from '../principal.ts';
import type { ProjectService } from '../project.service.ts';
import { announcer, announcerOfNow, projectTeller } from './announcements.ts';
import { readCursor, writeCursor } from './list-cursor.ts';
import {
  type CreateContext,
  type Created,
  createRequestNotes,
  newRecording,
  ownership,
  toIdempotency,
} from './new-transcription.ts';
import { createNextVersions } from './next-version.ts';
import type { CheckRequest } from './request-check.ts';
import { toPartial, toResult } from './result-view.ts';
import { toConditions, toSummary, toTranscription } from './transcription-view.ts';
import { type Pieces, writeShort, writeTranscription } from './write-transcription.ts';

type QueuePort = {
  nudge(): void;
  /** Aborts the work on a job, wherever it runs, and resolves when none of it runs any more. */
  abort(job: Pick<Job, 'id' | 'status'>): Promise<void>;
  /** Keeps the recording of a canceled job, if it can be played; says what else is to be removed. */
  keepCanceled(ended: EndedEarly): Promise<{ job: Job; left: OwnEntry[] }>;
};

/** How to write a transcription: with words, with the text so far, with indentation. */
export type WantedPieces = WantedResult & { partial: boolean; indent: number };

const NO_SUCH = 'There is no transcription with this id.';

export type TranscriptionService = ReturnType<typeof createTranscriptionService>;

type TranscriptionPorts = {
  endings: JobEndings;
  queue: QueuePort;
  /** Throws for requests that could never be transcribed or delivered. */
  checkRequest: CheckRequest;
  /** Into a project, or out of one. */
  moveTo: ProjectService['move'];
  /** The name of the model that such a request would use now. */
  chooseModel: (name: string | null, language: string | null) => Promise<string | null>;
};

/** Transcriptions from request to result: everything users and scripts can do with them. */
export function createTranscriptionService(
  core: Pick<
    Core,
    'db' | 'config' | 'folders' | 'removals' | 'events' | 'clock' | 'logger' | 'baseUrl'
  >,
  { endings, queue, checkRequest, moveTo, chooseModel }: TranscriptionPorts,
) {
  const { db, removals, events, clock, baseUrl } = core;
  const notes = createRequestNotes(core);
  const transcriptions = createTranscriptionRepository(db);
  const transcripts = createTranscriptRepository(db);
  const announce = announcer(events);
  const announceNow = announcerOfNow({ db, events });
  const tellProject = projectTeller(events);

  /** As the caller may see it. */
  const view = async (
    job: Job,
    principal: Principal,
    wanted?: WantedResult,
  ): Promise<Transcription> => {
    const shown = jobFor(principal, job);
    if (job.status !== 'completed') return toTranscription(shown, null, baseUrl());
    return toTranscription(shown, await transcripts.result(job.id, wanted), baseUrl());
  };

  /** The text there is of a transcription that is under way or has ended early; null where there is none. */
  const soFar = async (job: Job, wanted: WantedResult): Promise<PartialResult | null> => {
    const transcript = await transcripts.transcriptSoFar(job.id, wanted);
    if (job.status !== 'processing' && transcript.segments.length === 0) return null;
    return toPartial(job, transcript, baseUrl());
  };

  const toCreated = async (inserted: Inserted, principal: Principal): Promise<Created> => {
    if (typeof inserted === 'string') throw new AppError(inserted);
    const { job, how } = inserted;
    return { transcription: await view(job, principal, { words: false }), how };
  };

  const insert = async (
    job: NewJob,
    principal: Principal,
    same: { idempotency: Idempotency | null; reuse: Reuse | null },
  ): Promise<Created> => {
    const noteRequest = await notes.begin(job);
    const inserted = await transcriptions.insert(job, same);
    if (typeof inserted !== 'string' && inserted.how === 'created') noteRequest(inserted.job);
    failpoint('job.stored');
    if (typeof inserted !== 'string') {
      if (inserted.how === 'created') {
        announce(inserted.job);
        tellProject(inserted.job);
      }
      if (inserted.how === 'reused') await removals.carryOut(inserted.removed);
    }
    queue.nudge();
    return toCreated(inserted, principal);
  };

  const required = async (id: string, principal: Principal): Promise<Job> => {
    const job = await transcriptions.find(id, viewOf(principal));
    if (!job) throw new AppError('not_found', { message: NO_SUCH });
    return job;
  };

  const newIdentity = () => ({
    id: newTranscriptionId(),
    subtitleToken: newToken(),
    createdAt: clock.now(),
  });

  const replayed = (idempotency: Idempotency) => transcriptions.replay(idempotency, clock.now());

  const versions = createNextVersions(
    { db },
    { required, newIdentity, insert, replayed, toCreated, checkRequest },
  );

  const announceOthers = async ({ id, recordingId }: Job): Promise<void> => {
    const versions = await transcriptions.versions(recordingId, EVERYTHING);
    for (const other of versions) if (other.id !== id) announce(other);
  };

  return {
    /** Creates a job, or finds the one that the same idempotency key created within 24 hours. */
    async create(
      request: CreateTranscription,
      principal: Principal,
      { idempotencyKey, allowPrivate = true, forgiving = false, warnings = [] }: CreateContext = {},
    ): Promise<Created> {
      const { url, reuse, project_id: projectId } = request;
      const idempotency = toIdempotency(idempotencyKey, request, principal);
      // Before any check: what the first request referred to may no longer exist.
      const before = idempotency && (await replayed(idempotency));
      if (before) return toCreated(before, principal);
      const how = { allowPrivate, forgiving };
      const { upload, options } = await checkRequest(request, principal, how);
      const created = await insert(
        {
          ...newIdentity(),
          ...ownership(principal),
          ...newRecording(url, upload),
          projectId,
          options,
          known: { mediaName: null, warnings: [...warnings] },
        },
        principal,
        {
          idempotency,
          reuse: reuse
            ? {
                sha256: upload?.sha256 ?? null,
                model: await chooseModel(options.model, options.language),
                view: viewOf(principal),
              }
            : null,
        },
      );
      const { id, project_id: isIn } = created.transcription;
      if (created.how === 'reused' && projectId !== null && isIn === null) {
        await moveTo({ ids: [id], project_id: projectId }, principal);
      }
      return created;
    },

    async get(id: string, principal: Principal, wanted?: WantedResult): Promise<Transcription> {
      return view(await required(id, principal), principal, wanted);
    },

    /**
     * The same to be read: a failed one has the text there is of it as its result, without speakers or structure.
     * @throws wrong_state where there is no text
     */
    async readable(id: string, principal: Principal, wanted: WantedResult) {
      const job = await required(id, principal);
      const shown = await view(job, principal, wanted);
      if (shown.result) return { ...shown, result: shown.result };
      if (job.textUntilMs === null) {
        throw new AppError('wrong_state', { message: 'The transcription is not completed.' });
      }
      const stored = await transcripts.result(id, wanted);
      const { segments } = await transcripts.transcriptSoFar(id, wanted);
      return { ...shown, result: toResult(job, { ...stored, segments }, baseUrl()) };
    },

    /** The same as JSON, written page by page if it includes words. */
    async write(
      id: string,
      principal: Principal,
      { words = true, partial = false, indent = 0 }: Partial<WantedPieces> = {},
    ): Promise<Pieces> {
      const job = await required(id, principal);
      if (partial && job.status !== 'completed') {
        const shown = await view(job, principal, { words });
        const text = await soFar(job, { words });
        return writeShort(text ? { ...shown, partial: text } : shown, indent);
      }
      const long = words
        ? await transcripts.readLong(id, (now, result) =>
            writeTranscription(jobFor(principal, now), result, { baseUrl: baseUrl(), indent }),
          )
        : null;
      return long ?? writeShort(await view(job, principal, { words }), indent);
    },

    /** The same without the result. */
    async summary(id: string, principal: Principal): Promise<TranscriptionSummary> {
      return toSummary(jobFor(principal, await required(id, principal)));
    },

    announce: announceNow,

    async list(
      query: ListTranscriptionsQuery,
      principal: Principal,
      { lacksParts = false } = {},
    ): Promise<TranscriptionList> {
      const found = await transcriptions.list({
        view: viewOf(principal),
        limit: query.limit + 1,
        sort: query.sort,
        after: query.cursor === undefined ? null : readCursor(query.cursor, query.sort),
        conditions: toConditions(query),
        trash: query.trash,
        text: query.q,
        recordingId: query.recording_id,
        onePerRecording: query.versions === 'one',
        lacksParts,
      });
      const { rows, ...page } = pageOf(found, query.limit, ({ place }) =>
        writeCursor(place, query.sort),
      );
      return { data: rows.map(({ job }) => toSummary(jobFor(principal, job))), ...page };
    },

    /** Changes the title (`null` restores the recording's own), tags, favorite or project, in any state. */
    async change(
      id: string,
      { project_id: projectId, ...changes }: UpdateTranscription,
      principal: Principal,
    ): Promise<TranscriptionSummary> {
      if (projectId !== undefined) await moveTo({ ids: [id], project_id: projectId }, principal);
      if (Object.keys(changes).length === 0) {
        return toSummary(jobFor(principal, await required(id, principal)));
      }
      const job = await transcriptions.change(id, changes, viewOf(principal));
      if (!job) throw new AppError('not_found', { message: NO_SUCH });
      announce(job);
      return toSummary(jobFor(principal, job));
    },

    async tags(principal: Principal): Promise<TagList> {
      return { data: await transcriptions.tags(viewOf(principal)) };
    },

    /** Ends an unfinished transcription; none of its work runs any more when this returns. */
    async cancel(id: string, principal: Principal): Promise<Transcription> {
      const before = await required(id, principal);
      const ended = canMove(before.status, 'failed') ? await endings.cancel(id, clock.now()) : null;
      failpoint('cancel.stored');
      if (!ended) {
        throw new AppError('wrong_state', { message: 'The transcription is already over.' });
      }
      await queue.abort(before);
      const { job, left } = await queue.keepCanceled(ended);
      await removals.carryOut(left);
      await announceNow(id);
      await announceOthers(job);
      return view(job, principal);
    },

    ...versions,

    /** Announces the other versions of a recording, since another one may now represent it. */
    announceOthers,

    /** Deletes a job in any state with everything made from it. */
    async remove(id: string, principal: Principal): Promise<void> {
      const job = await required(id, principal);
      const removed = await endings.remove(id, clock.now());
      failpoint('deletion.stored');
      if (!removed) throw new AppError('not_found', { message: NO_SUCH });
      await queue.abort(job);
      await removals.carryOut(removed);
      removeAside(core.config.dataDir, id);
      events.emit({ type: 'transcription_deleted', id }, job);
      tellProject(job);
      await announceOthers(job);
    },
  };
}
